import { join } from 'node:path';
import { build } from 'esbuild';
import {
  groupBy,
  isJsonType,
  isObject,
  jsonOf,
  type OpenApiDocument,
  projectRoot,
  sampleCall,
  validatorsOf,
} from 'tenant-management-document';
import type { BuiltDocument, BuiltOperation } from '../src/built-document.ts';
import type { Call, createEngine } from '../src/engine/engine.ts';
import type { OperationSource } from './operation-source.ts';

type Engine = { readonly createEngine: typeof createEngine };

/** Largest number of fields that a simulated call omits. */
const MAX_OMITTED = 10;

const CONFLICT = 409;
const NO_CONTENT = 204;

/** Kinds of operations whose responses show items that other operations have stored. */
const SHOWING = ['list', 'read', 'readSingleton'];

/**
 * Simulates a sample call of each operation on the initial items, and then reads the items. If a response does not
 * match the document, the operation gets no state and returns its sample instead.
 */
export async function withoutFailingSimulations(
  document: OpenApiDocument,
  sources: readonly OperationSource[],
  built: BuiltDocument,
): Promise<BuiltDocument> {
  const { createEngine } = await loadEngine();
  const { compile } = validatorsOf(document, 'response');
  const entries = new Map(sources.map((source) => [source.derived.id, source]));
  const failing = new Set<string>();
  /** The fields because of which the last response is not valid. */
  let invalidFields: string[] = [];
  const byResource = groupBy(built.operations, ({ resource }) => resource);
  // Start with the operations that show items, because the simulations of the other operations use them to check items.
  for (const operation of [...built.operations].sort((one) => (SHOWING.includes(one.kind) ? -1 : 1))) {
    if (operation.kind !== 'sample' && !simulate(operation)) failing.add(operation.id);
  }
  const operations = built.operations.map((operation) => (failing.has(operation.id) ? asSample(operation) : operation));
  const used = new Set(operations.map(({ resource }) => resource));
  const resources = Object.fromEntries(Object.entries(built.resources).filter(([key]) => used.has(key)));
  return { ...built, operations, resources };

  /**
   * Simulates a call, and then the same call without the fields whose sample is not valid in the response, because the
   * formats of a field in requests and in responses can differ.
   */
  function simulate(operation: BuiltOperation): boolean {
    const omitted = new Set<string>();
    while (!simulateWithout(operation, omitted)) {
      const [name] = invalidFields.filter((field) => !omitted.has(field));
      if (name === undefined || omitted.size >= MAX_OMITTED) return false;
      omitted.add(name);
    }
    return true;
  }

  function simulateWithout(operation: BuiltOperation, omitted: ReadonlySet<string>): boolean {
    invalidFields = [];
    const resource = built.resources[operation.resource ?? ''];
    if (resource === undefined) return false;
    const items = new Map(structuredClone(Object.entries(resource.seeds)));
    const [[key] = ['']] = items;
    const state = { [operation.resource ?? '']: items };
    const perform = createEngine({
      resources: built.resources,
      state,
      conflict: { status: CONFLICT, message: '' },
      clock: () => 0,
      isAssumed: false,
    });
    const run = (one: BuiltOperation, itemKey: string): boolean => {
      const call = sampleOf(
        one,
        itemKey,
        resource.outerCount,
        items.get(itemKey),
        one === operation ? omitted : new Set(),
      );
      if (call === undefined) return false;
      const behavior = {
        status: one.status,
        showsItem: false,
        missing: { status: 404 },
        unique: [],
        effect: undefined,
      };
      const response = perform(one, behavior, call);
      // If the sample has the id of the initial item, delete the initial item and try again.
      if (response.status === CONFLICT && one.kind === 'create' && items.delete(itemKey)) return run(one, itemKey);
      return isDocumented(one, response);
    };
    if (!run(operation, key)) return false;
    if (SHOWING.includes(operation.kind)) return true;
    const others = byResource.get(operation.resource) ?? [];
    const readers = others.filter((one) => SHOWING.includes(one.kind) && !failing.has(one.id));
    return [...items.keys()].every((one) => readers.every((reader) => run(reader, one)));
  }

  function isDocumented(
    { id, status, documented, content }: BuiltOperation,
    response: { status: number; body?: unknown },
  ): boolean {
    // A PUT that replaces an item can return 204 instead of 201.
    if (response.status !== status) return response.status === NO_CONTENT && documented.includes(NO_CONTENT);
    const { mediaType = '', media } = entries.get(id)?.derived.success ?? {};
    if (media === undefined) return response.body === undefined;
    // If no value matches the schema, for example because it forbids a required field, an item is the best response.
    if (!isJsonType(mediaType) || (content !== undefined && content.sample === undefined)) return true;
    const sent = typeof response.body === 'string' ? JSON.parse(response.body) : response.body;
    const validate = compile(media.schema ?? {});
    if (sent !== undefined && validate(JSON.parse(JSON.stringify(sent)))) return true;
    invalidFields = (validate.errors ?? []).flatMap(({ instancePath }) => instancePath.split('/')[1] ?? []);
    return false;
  }

  /** Returns the sample call of an operation for an item; `undefined` if the operation has no valid sample. */
  function sampleOf(
    { id, outer, idParameter, lookupField }: BuiltOperation,
    key: string,
    outerCount: number,
    item: unknown,
    omitted: ReadonlySet<string>,
  ): Call | undefined {
    const source = entries.get(id);
    const call = source && sampleCall(document, source.entry);
    if (call?.params === undefined) return undefined;
    const parts = key.split('/');
    const outerValues = parts.slice(0, outerCount).map(decodeURIComponent);
    const path = Object.fromEntries(outer.map((name, index) => [name, outerValues[index] ?? '']));
    if (idParameter !== undefined) path[idParameter] = parts.slice(outerCount).join('/');
    if (idParameter !== undefined && lookupField !== undefined) path[idParameter] = String(Object(item)[lookupField]);
    // The engine expects the fields of a form as an object.
    const sampled = call.body instanceof URLSearchParams ? Object.fromEntries(call.body) : call.body;
    const body =
      omitted.size > 0 && isObject(sampled)
        ? Object.fromEntries(Object.entries(sampled).filter(([name]) => !omitted.has(name)))
        : sampled;
    const schema = jsonOf(source?.entry.operation.requestBody?.content)?.schema;
    if (omitted.size > 0 && schema !== undefined && !validatorsOf(document, 'request').compile(schema)(body))
      return undefined;
    return {
      path,
      query: {},
      body: structuredClone(body instanceof FormData || body instanceof Blob ? undefined : body),
    };
  }
}

/** Returns a copy of an operation. The copy has no state and always responds with the sample. */
const asSample = ({
  resource: _resource,
  lists: _lists,
  paging: _paging,
  ...operation
}: BuiltOperation): BuiltOperation => ({
  ...operation,
  kind: 'sample',
  filters: [],
});

/** Bundles and loads the engine. Node.js cannot import the source files, because their import paths end in `.js`. */
async function loadEngine(): Promise<Engine> {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, 'packages/sandbox/src/engine/engine.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}
