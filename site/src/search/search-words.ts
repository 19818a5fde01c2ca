/** Verbs that readers use for the operations with a method. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get list read retrieve find',
  POST: 'create add new',
  PUT: 'replace set update',
  PATCH: 'update edit change modify',
  DELETE: 'delete remove',
};

/** The words by which the search finds the page of an operation, apart from its content. */
export const operationWords = (title: string, method = '', path = '', id = ''): string =>
  `${title} ${method} ${path} ${id} ${VERBS[method] ?? ''}`.trim();
