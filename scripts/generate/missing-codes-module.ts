import { type Behavior, listOperations, type OpenApiDocument } from 'tenant-management-document';

/** Start of the `source` of an entry of the behavior file that recorded responses of the service confirm. */
const RECORDED = 'recorded traffic';

/**
 * Returns the source of the module `missing-codes.ts`. The module contains only codes that recorded traffic confirms:
 * if an assumed code is wrong, every missing item counts as failed.
 */
export function missingCodesModule(document: OpenApiDocument, operations: Behavior['operations']): string {
  const entries = listOperations(document).flatMap(({ id, method, path }) => {
    const { status, errorCode, source = '' } = operations[id]?.missing ?? {};
    if (status === undefined || !source.startsWith(RECORDED)) return [];
    // The API responds to a missing item with another status, so no 404 is its answer.
    const code = status === 404 ? errorCode : null;
    return code === undefined ? [] : `  ${JSON.stringify(`${method} ${path}`)}: ${JSON.stringify(code)},\n`;
  });
  return `/**
 * The \`errorCode\` in the 404 for an item that does not exist, by method and path; \`null\` if the API responds to a
 * missing item with another status. The codes come from the behavior file; their source is recorded traffic.
 */
export const missingCodes: Readonly<Record<string, string | null>> = {${entries.length > 0 ? `\n${entries.join('')}` : ''}};
`;
}
