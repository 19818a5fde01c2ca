import { sample } from 'openapi-sampler';
import type { MediaType, OpenApiDocument, OperationEntry, Parameter } from './document.ts';

/** Options of a call that the document allows. */
export interface SampleCall {
  readonly params: Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, unknown>>>>;
  readonly body?: unknown;
}

/** Header fields that OpenAPI ignores as parameters: media types and security schemes describe them (3.1, 4.8.12.2). */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

const isIgnored = ({ name, in: place }: Parameter): boolean =>
  place === 'header' && IGNORED_HEADERS.includes(name.toLowerCase());

/** Creates the options of a call from the examples of the operation, or else from samples of its schemas. */
export function sampleCall(document: OpenApiDocument, { operation, parameters }: OperationEntry): SampleCall {
  const valuesOf = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && !isIgnored(parameter))
        .map((parameter) => [parameter.name, sampleValue(document, parameter)]),
    );
  const params = { path: valuesOf('path'), query: valuesOf('query'), header: valuesOf('header') };
  const body = operation.requestBody?.content['application/json'];
  return body === undefined ? { params } : { params, body: sampleValue(document, body) };
}

/** Returns the path of an operation with the values of its parameters. */
export const pathWith = ({ path }: OperationEntry, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(.+?)\}/g, (_braced, name: string) => encodeURIComponent(String(params[name])));

/** Returns the example of a parameter or a media type, or else a sample of its schema. */
export function sampleValue(document: OpenApiDocument, place: Parameter | MediaType): unknown {
  return firstExample(place) ?? sample(place.schema ?? {}, { skipReadOnly: true }, document);
}

/** Returns the example that Prism's mock sends; `undefined` without an example. */
export function firstExample({ example, examples = {} }: Parameter | MediaType): unknown {
  return example ?? Object.values(examples)[0]?.value;
}
