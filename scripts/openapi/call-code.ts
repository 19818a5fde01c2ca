import type { OpenApiDocument, OperationEntry } from './document.ts';
import { sampleCall } from './sample.ts';
import { uncallable } from './unsupported.ts';

const PLACES = ['path', 'query', 'header'] as const;

/**
 * Returns the code of a call of an operation on one line, with its required parameters and, if the operation has one,
 * its body. Returns `undefined` if the operation has no valid sample, or if the client does not support it.
 *
 * @param client Name of the variable that contains the client.
 */
export function callCode(document: OpenApiDocument, operation: OperationEntry, client: string): string | undefined {
  const { method, path, parameters } = operation;
  if (uncallable(document, operation) !== undefined) return undefined;
  const required = parameters.filter((parameter) => parameter.required === true);
  const { params, ...rest } = sampleCall(document, operation);
  if (params === undefined) return undefined;
  const places = PLACES.flatMap((place) => {
    const names = required.filter((parameter) => parameter.in === place).map(({ name }) => name);
    const values = Object.entries(params[place]).filter(([name]) => names.includes(name));
    return values.length === 0 ? [] : [`${place}: ${JSON.stringify(Object.fromEntries(values))}`];
  });
  const options = [
    ...(places.length > 0 ? [`params: { ${places.join(', ')} }`] : []),
    ...('body' in rest ? [`body: ${bodyCode(rest.body)}`] : []),
  ];
  const init = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  return `${client}.${method}(${JSON.stringify(path)}${init})`;
}

function bodyCode(body: unknown): string {
  if (body instanceof URLSearchParams) return 'new URLSearchParams()';
  if (body instanceof FormData) return 'new FormData()';
  return body instanceof Blob ? 'new Blob()' : JSON.stringify(body);
}
