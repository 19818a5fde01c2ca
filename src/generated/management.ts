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
         * @description Returns the token exchange profile with the given ID. The token needs the scope `read:token_exchange_profiles`.
         */
        get: operations["get_token-exchange-profiles_by_id"];
        put?: never;
        post?: never;
        /**
         * Delete a token exchange profile
         * @description Deletes the token exchange profile with the given ID from the tenant.
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
         * @description Removes the MFA enrollment with the given ID from the user's account. The user can then enroll in MFA again.
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
        /** @description The body of a failure response. The API does not document its shape, so it can be any JSON value. */
        ErrorBody: unknown;
        /** @description A mapping from a subject token type to the custom action that validates tokens of that type. */
        TokenExchangeProfile: {
            /**
             * Format: token-exchange-profile-id
             * @description The unique ID of the profile.
             * @example tep_9XqRw7vKc2mJ4sLh
             */
            id?: string;
            /**
             * @description The friendly name of the profile.
             * @default Token Exchange Profile 1
             * @example Partner tokens
             */
            name?: string;
            /**
             * Format: url
             * @description The subject token type, a URI. An incoming token exchange request runs this profile if the
             *     `subject_token_type` of the request matches.
             * @example https://partner.example.com/token-type
             */
            subject_token_type?: string;
            /**
             * @description The ID of the Custom Token Exchange action that is run to validate the `subject_token`. The action must use
             *     the `custom-token-exchange` trigger.
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
             * @description The time when the profile was created, an ISO 8601 date-time.
             * @example 2026-01-01T00:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description The time when the profile was last updated, an ISO 8601 date-time.
             * @example 2026-01-02T00:00:00.000Z
             */
            updated_at?: string;
        };
    };
    responses: {
        /** @description The item was deleted. The API documents neither the exact status nor whether the response has a body. */
        Deleted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request failed. The API documents neither the failure statuses nor their conditions. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
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
         * @description The part of the rate limit that remains.
         * @example 0
         */
        "X-RateLimit-Remaining": string;
        /**
         * @description The time when the rate limit resets.
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
                 * @description The ID of the profile to retrieve.
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
            /** @description The query string of the request is invalid. The message varies with the cause. The API documents no query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is invalid. This includes an invalid JWT signature and a client that is not global. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The scope of the token is insufficient. The token needs `read:token_exchange_profiles`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No token exchange profile has the given ID. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller sent too many requests. The response carries the three rate limit header fields. */
            429: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
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
                 * @description The ID of the profile to delete.
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
                 * @description The ID of the enrollment to delete.
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
/** Path templates of the deprecated operations, by method. */
export type DeprecatedPaths = Record<never, never>;
