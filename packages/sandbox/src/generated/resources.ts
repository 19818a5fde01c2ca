// Made from openapi/management.yaml by `npm run generate`. Do not edit.

import type { paths } from '#generated/management.js';

/** The id of an operation in the OpenAPI document. */
export type OperationId =
  | "get_token-exchange-profiles_by_id"
  | "delete_token-exchange-profiles_by_id"
  | "delete_guardian_enrollments_by_id";

/** A scope of the OpenAPI document. If the document declares no scopes, any string is a scope. */
export type Scope =
  | "create:token_exchange_profiles"
  | "read:token_exchange_profiles"
  | "update:token_exchange_profiles"
  | "delete:token_exchange_profiles"
  | "read:guardian_enrollments"
  | "delete:guardian_enrollments";

/** An item with its id; it can have fields that the document does not list. */
type Item<Id extends string, Fields = unknown> = Fields & { [id in Id]: string } & { [field: string]: unknown };

/** The items of each resource of the document. The key is the path without its parameters. */
export interface Resources {
  "token-exchange-profiles": Item<"id", paths["/token-exchange-profiles/{id}"]["get"]["responses"][200]["content"]["application/json"]>;
  "guardian/enrollments": Item<"id">;
}

/** The name of the field with the id, for each resource whose items have one. */
export interface IdFields {
  "token-exchange-profiles": "id";
  "guardian/enrollments": "id";
}

/** The keys of resources by alias, from the behavior file. */
export interface Aliases {
  profiles: "token-exchange-profiles";
  enrollments: "guardian/enrollments";
}

/** An item of `profiles`. It can have fields that the document does not list. */
export type Profile = Resources["token-exchange-profiles"];

/** An item of `enrollments`. It can have fields that the document does not list. */
export type Enrollment = Resources["guardian/enrollments"];
