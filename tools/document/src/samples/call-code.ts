import { expressionOf } from '../../../../common/formatting.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import type { OperationEntry } from '../operations/operations.ts';
import { uncallable } from '../operations/unsupported.ts';
import { type SampleCall, sampleCall } from './sample.ts';

const PLACES = ['path', 'query', 'header'] as const;

/** The arguments of a call with its required parameters and, if the operation has one, its body. */
export interface CallArguments extends Pick<SampleCall, 'body' | 'mediaType'> {
  /** Places without a required parameter are absent. */
  readonly params: { readonly [place in (typeof PLACES)[number]]?: Readonly<Record<string, unknown>> };
}

/**
 * Returns the arguments of a call of an operation. Returns `undefined` if the operation has no valid sample.
 *
 * @param isBodyShort Whether the body has only the required fields, or one field if none is required.
 */
export function callArguments(
  document: OpenApiDocument,
  operation: OperationEntry,
  isBodyShort = false,
): CallArguments | undefined {
  const required = operation.parameters.filter((parameter) => parameter.required === true);
  const { params, ...rest } = sampleCall(document, operation, isBodyShort);
  if (params === undefined) return undefined;
  const places = PLACES.flatMap((place) => {
    const names = required.filter((parameter) => parameter.in === place).map(({ name }) => name);
    const values = Object.entries(params[place]).filter(([name]) => names.includes(name));
    return values.length === 0 ? [] : [[place, Object.fromEntries(values)]];
  });
  return { params: Object.fromEntries(places), ...rest };
}

/**
 * Returns the code of a call of an operation on one line, with its required parameters and, if the operation has one,
 * its body. Returns `undefined` if the operation has no valid sample, or if the client cannot call it.
 *
 * @param client Name of the variable that contains the client.
 */
export function callCode(document: OpenApiDocument, operation: OperationEntry, client: string): string | undefined {
  const { method, path } = operation;
  if (uncallable(document, operation) !== undefined) return undefined;
  const call = callArguments(document, operation);
  if (call === undefined) return undefined;
  const places = Object.entries(call.params).map(([place, values]) => `${place}: ${expressionOf(values)}`);
  const options = [
    ...(places.length > 0 ? [`params: { ${places.join(', ')} }`] : []),
    ...('body' in call ? [`body: ${bodyCode(call.body)}`] : []),
  ];
  const init = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  return `${client}.${method}(${JSON.stringify(path)}${init})`;
}

function bodyCode(body: unknown): string {
  if (body instanceof URLSearchParams) return 'new URLSearchParams()';
  if (body instanceof FormData) return 'new FormData()';
  return body instanceof Blob ? 'new Blob()' : expressionOf(body);
}
