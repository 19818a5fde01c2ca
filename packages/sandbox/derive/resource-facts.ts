import type { OpenApiDocument, Parameter } from 'tools-document/model';
import {
  type DerivedOperation,
  describingOperations,
  itemSchema,
  type OperationEntry,
} from 'tools-document/operations';
import { type FieldSchema, propertiesOf } from 'tools-document/schema';
import { typedValue } from '../src/engine/parameters.ts';
import { typeNames } from './derive-request.ts';
import type { Accepts } from './response-fields.ts';
import type { ResourceSchemas } from './write-only-fields.ts';

/** An operation of the document, and the properties that are derived from it. */
export interface OperationSource {
  readonly entry: OperationEntry;
  readonly derived: DerivedOperation;
}

/** The facts of the document about a resource. */
export interface ResourceFacts {
  readonly document: OpenApiDocument;
  readonly accepts: Accepts;
  readonly sources: readonly OperationSource[];
  /** The operations that describe the items, the best description first. */
  readonly described: readonly DerivedOperation[];
  /** The schema of an item, and its properties. */
  readonly schema: FieldSchema | undefined;
  readonly properties: ReadonlyMap<string, FieldSchema>;
  readonly idField: string | undefined;
  /** The path parameter with the id. */
  readonly parameter: Parameter | undefined;
  /** Names of the fields in the objects that a request body adds to a list. */
  readonly keyFields: readonly string[];
  readonly isSingleton: boolean;
}

/** Collects the facts of a document about a resource from the operations of the resource. */
export function resourceFacts(
  document: OpenApiDocument,
  sources: readonly OperationSource[],
  accepts: Accepts,
): ResourceFacts {
  const described = describingOperations(sources.map(({ derived }) => derived));
  const [best] = described;
  const schema = best && itemSchema(best);
  const ofItem = sources.find((source) => idParameterOf(source) !== undefined);
  return {
    document,
    accepts,
    sources,
    described,
    schema,
    properties: propertiesOf(document, schema ?? {}),
    idField: sources.find(({ derived }) => derived.idField !== undefined)?.derived.idField,
    parameter: ofItem && idParameterOf(ofItem),
    keyFields: elementFields(document, sources),
    isSingleton: sources.some(({ derived }) => derived.kind.endsWith('Singleton')),
  };
}

export const pathParameter = ({ entry }: OperationSource, name: string | undefined): Parameter | undefined =>
  entry.parameters.find((one) => one.in === 'path' && one.name === name);

const idParameterOf = (source: OperationSource): Parameter | undefined =>
  pathParameter(source, source.derived.idParameter);

/** Whether a schema accepts the value of a path parameter, in one of the types of the schema. */
export const acceptsText = ({ document, accepts }: ResourceFacts, schema: object = {}, text: string): boolean =>
  accepts(schema, typedValue(text, typeNames(document, schema)));

/** Returns the schemas of the items of a resource in the requests and in the responses of its operations. */
export const resourceSchemas = (sources: readonly OperationSource[]): ResourceSchemas => ({
  requested: requestSchemasOf(sources),
  shown: describingOperations(sources.map(({ derived }) => derived)).flatMap(
    (operation) => itemSchema(operation) ?? [],
  ),
});

export const requestSchemasOf = (sources: readonly OperationSource[]): FieldSchema[] =>
  sources.flatMap(({ entry }) =>
    Object.values(entry.operation.requestBody?.content ?? {}).flatMap((media) => media.schema ?? []),
  );

function elementFields(document: OpenApiDocument, sources: readonly OperationSource[]): string[] {
  return sources
    .flatMap(({ entry, derived: { elementsProperty } }) => {
      if (elementsProperty === undefined) return [];
      const [media] = Object.values(entry.operation.requestBody?.content ?? {});
      const list = propertiesOf(document, media?.schema ?? {}).get(elementsProperty);
      return [...propertiesOf(document, list?.items ?? {}).keys()];
    })
    .filter((name, index, names) => names.indexOf(name) === index);
}
