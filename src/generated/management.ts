// Made from openapi/management.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/token-exchange-profiles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a token exchange profile
         * @description Reads one token exchange profile by its id. The token needs the scope `read:token_exchange_profiles`.
         */
        get: operations["get_token-exchange-profiles_by_id"];
        put?: never;
        post?: never;
        /**
         * Delete a token exchange profile
         * @description Deletes one token exchange profile from the tenant by its id.
         */
        delete: operations["delete_token-exchange-profiles_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/guardian/enrollments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an MFA enrollment
         * @description Removes the specific MFA enrollment from the user's account. The user can then re-enroll in MFA.
         */
        delete: operations["delete_guardian_enrollments_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A mapping of a subject token type to the custom action that validates such tokens. */
        TokenExchangeProfile: {
            /**
             * Format: token-exchange-profile-id
             * @description Unique id of the profile.
             * @example tep_9XqRw7vKc2mJ4sLh
             */
            id?: string;
            /**
             * @description Friendly name of the profile.
             * @default Token Exchange Profile 1
             * @example Partner tokens
             */
            name?: string;
            /**
             * Format: url
             * @description Subject token type, a URI. An incoming token exchange request whose `subject_token_type` matches runs this
             *     profile.
             * @example https://partner.example.com/token-type
             */
            subject_token_type?: string;
            /**
             * @description Id of the Custom Token Exchange action that is run to validate the `subject_token`. The action must use the
             *     `custom-token-exchange` trigger.
             * @example 4f1d2c9e-7a3b-4e58-9c06-2b8d5e7f1a90
             */
            action_id?: string;
            /**
             * @description Controls how the profile is executed on a token exchange request.
             * @example custom_authentication
             * @enum {string}
             */
            type?: "custom_authentication";
            /**
             * Format: date-time
             * @description Time the profile was created, an ISO 8601 date-time.
             * @example 2026-01-01T00:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description Time the profile was last updated, an ISO 8601 date-time.
             * @example 2026-01-02T00:00:00.000Z
             */
            updated_at?: string;
        };
    };
    responses: {
        /** @description Deleted. The exact status and whether there is a body are not shown. */
        Deleted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not deleted. The statuses, their conditions and the error body shape are not shown. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The rate limit that applies.
         * @example 10
         */
        "X-RateLimit-Limit": string;
        /**
         * @description What remains of the rate limit.
         * @example 0
         */
        "X-RateLimit-Remaining": string;
        /**
         * @description When the rate limit is reset.
         * @example 1767225600
         */
        "X-RateLimit-Reset": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "get_token-exchange-profiles_by_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the profile to retrieve.
                 * @example tep_9XqRw7vKc2mJ4sLh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token exchange profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenExchangeProfile"];
                };
            };
            /** @description Invalid request query string. The message varies with the cause. No query parameter is shown for this operation. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Invalid token. This includes an invalid JWT signature, and a client that is not global. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Insufficient scope. The token needs `read:token_exchange_profiles`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description No token exchange profile with the given id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Too many requests. The response carries the three rate limit header fields. */
            429: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    "delete_token-exchange-profiles_by_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the profile to delete.
                 * @example tep_9XqRw7vKc2mJ4sLh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
    delete_guardian_enrollments_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the enrollment to delete.
                 * @example dev_3KfPz8uWn5aXoQ6e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["Deleted"];
            default: components["responses"]["Failure"];
        };
    };
}
