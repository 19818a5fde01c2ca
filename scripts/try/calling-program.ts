import type { OpenApiDocument, OperationEntry } from '../openapi/document.ts';
import { sampleCall } from '../openapi/sample.ts';
import { uncallable } from '../openapi/unsupported.ts';

/** A TypeScript program that calls each operation once. */
export interface CallingProgram {
  readonly source: string;
  /** The operation of each line; `undefined` for a line without a call. */
  readonly operationOfLine: readonly (string | undefined)[];
  /** Operations without a call: they have no valid sample, or the client does not support them. */
  readonly omitted: readonly string[];
}

const HEAD = [
  "import { createManagementClient } from './src/index.js';",
  "const client = createManagementClient({ baseUrl: 'https://api.example.com', auth: 'token' });",
];

const PLACES = ['path', 'query', 'header'] as const;

/**
 * Writes a program that calls each operation once, with its required parameters and, if the operation has one, its
 * body.
 */
export function callingProgram(document: OpenApiDocument, operations: readonly OperationEntry[]): CallingProgram {
  const calls = operations.map((operation) => ({ id: operation.id, line: callLine(document, operation) }));
  const written = calls.filter(({ line }) => line !== undefined);
  return {
    source: [...HEAD, ...written.map(({ line }) => line), ''].join('\n'),
    operationOfLine: [...HEAD.map(() => undefined), ...written.map(({ id }) => id)],
    omitted: calls.filter(({ line }) => line === undefined).map(({ id }) => id),
  };
}

/** Writes one call on one line, so that the line of a type error determines the operation. */
function callLine(document: OpenApiDocument, operation: OperationEntry): string | undefined {
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
  return `await client.${method}(${JSON.stringify(path)}${init});`;
}

function bodyCode(body: unknown): string {
  if (body instanceof URLSearchParams) return 'new URLSearchParams()';
  if (body instanceof FormData) return 'new FormData()';
  return body instanceof Blob ? 'new Blob()' : JSON.stringify(body);
}
