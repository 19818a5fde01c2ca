// Made from openapi/management.yaml by `npm run generate`. Do not edit.

/**
 * The `errorCode` in the 404 for an item that does not exist, by method and path; `null` if the API responds to a
 * missing item with another status. The codes come from the behavior file; their source is recorded traffic.
 */
export const missingCodes: Readonly<Record<string, string | null>> = {
  "DELETE /token-exchange-profiles/{id}": null,
  "DELETE /guardian/enrollments/{id}": "enrollment_not_found",
};
