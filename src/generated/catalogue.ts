// Made from openapi/management.yaml by `npm run generate`. Do not edit.

/** One operation of the OpenAPI document. */
export interface CatalogueEntry {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path template, relative to the base URL. */
  readonly path: string;
  /** Summary in the document. */
  readonly summary: string;
  /**
   * Alternative lists of scopes: the token needs all scopes of one list, and none if it is empty. `null` if the
   * document does not show the scopes.
   */
  readonly scopes: readonly (readonly string[])[] | null;
  /** Release lifecycle; `null` if the document does not show it. */
  readonly lifecycle: string | null;
  /** Whether the document declares the operation deprecated. */
  readonly deprecated: boolean;
  /** Meaning of each documented status code, range (`2XX`) and `default`. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Facts that are not documented by the API. */
  readonly notShown: readonly string[];
}

/** All operations of the OpenAPI document, by operation id. */
export const catalogue = {
  "get_token-exchange-profiles_by_id": {
    "method": "GET",
    "path": "/token-exchange-profiles/{id}",
    "summary": "Get a token exchange profile",
    "scopes": [
      [
        "read:token_exchange_profiles"
      ]
    ],
    "lifecycle": "Early Access",
    "deprecated": false,
    "statuses": {
      "200": "The token exchange profile.",
      "400": "The query string of the request is invalid. The message varies with the cause. The API documents no query parameter.",
      "401": "The token is invalid. This includes an invalid JWT signature and a client that is not global.",
      "403": "The scope of the token is insufficient. The token needs `read:token_exchange_profiles`.",
      "404": "No token exchange profile has the given ID.",
      "429": "The caller sent too many requests. The response carries the three rate limit header fields."
    },
    "notShown": [
      "error body shape"
    ]
  },
  "delete_token-exchange-profiles_by_id": {
    "method": "DELETE",
    "path": "/token-exchange-profiles/{id}",
    "summary": "Delete a token exchange profile",
    "scopes": null,
    "lifecycle": null,
    "deprecated": false,
    "statuses": {
      "2XX": "The item was deleted. The API documents neither the exact status nor whether the response has a body.",
      "default": "The request failed. The API documents neither the failure statuses nor their conditions."
    },
    "notShown": [
      "operation id",
      "release lifecycle",
      "required scopes",
      "format of the path parameter `id`",
      "success status and response body",
      "failure statuses"
    ]
  },
  "delete_guardian_enrollments_by_id": {
    "method": "DELETE",
    "path": "/guardian/enrollments/{id}",
    "summary": "Delete an MFA enrollment",
    "scopes": null,
    "lifecycle": null,
    "deprecated": false,
    "statuses": {
      "2XX": "The item was deleted. The API documents neither the exact status nor whether the response has a body.",
      "default": "The request failed. The API documents neither the failure statuses nor their conditions."
    },
    "notShown": [
      "operation id",
      "release lifecycle",
      "required scopes",
      "type and format of the path parameter `id`",
      "success status and response body",
      "failure statuses"
    ]
  }
} as const satisfies Record<string, CatalogueEntry>;
