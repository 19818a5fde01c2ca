// Made from openapi/management.yaml by `npm run generate`. Do not edit.

import type { CommandOperation } from '../command-operation.js';

/** All operations of the OpenAPI document. */
export const operations: readonly CommandOperation[] = [
  {
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
    ],
    "id": "get_token-exchange-profiles_by_id",
    "obstacle": null,
    "words": [
      "token-exchange-profiles",
      "read"
    ],
    "description": "Returns the token exchange profile with the given ID. The token needs the scope `read:token_exchange_profiles`.",
    "pathParameters": [
      "id"
    ],
    "query": [],
    "body": null,
    "reader": "get_token-exchange-profiles_by_id",
    "list": null,
    "itemsField": null
  },
  {
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
    ],
    "id": "delete_token-exchange-profiles_by_id",
    "obstacle": null,
    "words": [
      "token-exchange-profiles",
      "delete"
    ],
    "description": "Deletes the token exchange profile with the given ID from the tenant.",
    "pathParameters": [
      "id"
    ],
    "query": [],
    "body": null,
    "reader": "get_token-exchange-profiles_by_id",
    "list": null,
    "itemsField": null
  },
  {
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
    ],
    "id": "delete_guardian_enrollments_by_id",
    "obstacle": null,
    "words": [
      "guardian",
      "enrollments",
      "delete"
    ],
    "description": "Removes the MFA enrollment with the given ID from the user's account. The user can then enroll in MFA again.",
    "pathParameters": [
      "id"
    ],
    "query": [],
    "body": null,
    "reader": null,
    "list": null,
    "itemsField": null
  }
];
