// Made from openapi/management.yaml by `npm run generate`. Do not edit.

/** The path templates of all DELETE operations of the document. */
export const deletePaths: readonly string[] = [
  "/token-exchange-profiles/{id}",
  "/guardian/enrollments/{id}",
];
