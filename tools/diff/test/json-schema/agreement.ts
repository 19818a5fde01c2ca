// Rates random pairs of schemas: the verdict, and whether a caller breaks by JSON Schema 2020-12, as ajv validates it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { OpenApiDocument } from 'tools-document/model';
import { readDocument } from 'tools-document/read';
import { createValidators } from 'tools-document/validation';
import { describe, expect, test } from 'vitest';
import { compareContracts } from '../../src/verdict.ts';
import { COMPONENT, mapSubschemas, type Schema, type SchemaPair, type SchemaVersion, schemaPairs } from './pairs.ts';
import { asObject, isDocumented, opened, withAnyOf, withContainsApart } from './policy-schemas.ts';
import { boundaryValues } from './values.ts';

const DIRECTIONS = ['request', 'response'] as const;

/** Number of pairs in one document. */
const BATCH = 100;

/** Tests that a verdict below `major` on random pairs of schemas breaks no caller: `runs` pairs for each seed. */
export function testAgreement(seeds: readonly number[], runs: number): void {
  describe('a verdict below major', () => {
    test.for(seeds)(
      'agrees with JSON Schema or with the policy for random changes of schemas with seed %i',
      async (seed) => {
        const { contradictions, broken } = await agreementOn(seed, runs);
        expect(contradictions).toEqual([]);
        // With few values that break callers, the test would find nothing.
        expect(broken).toBeGreaterThan(runs / 5);
      },
    );
  });
}

/** Returns the ratings below `major` although a value breaks a caller, and the number of all ratings with such a value. */
async function agreementOn(seed: number, runs: number) {
  const pairs = fc.sample(schemaPairs, { seed, numRuns: runs });
  const ratings: Rating[] = [];
  for (let start = 0; start < runs; start += BATCH)
    ratings.push(...(await ratePairs(pairs.slice(start, start + BATCH))));
  const broken = ratings.filter((rating) => rating.broken !== undefined);
  return { contradictions: broken.filter(({ isMajor }) => !isMajor), broken: broken.length };
}

/** The verdict on a pair in one direction. */
interface Rating extends SchemaPair {
  readonly direction: (typeof DIRECTIONS)[number];
  /** Kinds of the changes in this direction. */
  readonly kinds: readonly string[];
  readonly isMajor: boolean;
  /**
   * A value that breaks a caller, and that the policy does not except: it could be sent before, and is no longer valid;
   * or it can be received, and was not valid before.
   */
  readonly broken?: { readonly value: unknown };
}

/** Rates pairs of schemas, each in a request and in a response. */
async function ratePairs(pairs: readonly SchemaPair[]): Promise<Rating[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pairs-'));
  const write = async (side: 'before' | 'after', read: (schema: Schema) => Schema) => {
    const file = join(folder, `${side}.json`);
    const content = pairs.map((pair) => mapVersion(pair[side], read));
    await writeFile(file, JSON.stringify(documentOf(content)));
    return { document: file, root: folder };
  };
  /** Returns a function that checks whether a schema allows a value. */
  const validator = async (side: 'before' | 'after', read: (schema: Schema) => Schema) => {
    const { document } = await write(side, (schema) => read(asObject(withContainsApart(schema))));
    const content = await readDocument(document);
    const { ajv, compile } = createValidators(content, 'request', { verbose: false });
    // With this option, some validators of ajv 8.20 throw. No random schema has a keyword that needs the option.
    ajv.opts.unevaluated = false;
    // Without this option, 0.3 is not a multiple of 0.1.
    ajv.opts.multipleOfPrecision = 9;
    return (index: number, value: unknown) => compile(bodyOf(content, index))({ value });
  };
  try {
    const unchanged = (schema: Schema) => schema;
    const { changes } = await compareContracts(await write('before', unchanged), await write('after', unchanged));
    const validators = async (read: (schema: Schema) => Schema) => ({
      was: await validator('before', read),
      is: await validator('after', read),
    });
    const readings = [await validators(unchanged), await validators(withAnyOf)];
    const wasExpected = await validator('before', opened);
    return pairs.flatMap((pair, index) => {
      const values = boundaryValues(pair);
      const breaks = {
        request: (value: unknown) =>
          readings[0]?.was(index, value) && !readings[0].is(index, value) && isDocumented(value, pair.before),
        response: (value: unknown) =>
          readings.every(({ was, is }) => is(index, value) && !was(index, value)) && !wasExpected(index, value),
      };
      return DIRECTIONS.map((direction): Rating => {
        const other = direction === 'request' ? 'response-' : 'request-';
        const found = changes.filter(
          ({ operations, kind }) => operations.includes(operationId(index)) && !kind.startsWith(other),
        );
        const broken = values.findIndex(breaks[direction]);
        return {
          ...pair,
          direction,
          kinds: found.map(({ kind }) => kind),
          isMajor: found.some(({ bump }) => bump === 'major'),
          ...(broken >= 0 && { broken: { value: values[broken] } }),
        };
      });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const mapVersion = ({ schema, component }: SchemaVersion, map: (schema: Schema) => Schema): SchemaVersion => ({
  schema: map(schema),
  component: map(component),
});

/** The operation id for the schema with an index. */
const operationId = (index: number): string => `send_${index}`;

/** Returns a document with an operation for each schema, which describes a field of the request and of the response. */
function documentOf(versions: readonly SchemaVersion[]): object {
  const name = (index: number) => `Part${index}`;
  const paths = versions.map(({ schema }, index) => {
    const value = replaceComponent(schema, { $ref: `#/components/schemas/${name(index)}` });
    const content = { 'application/json': { schema: { type: 'object', required: ['value'], properties: { value } } } };
    const responses = { 200: { description: 'Success.', content } };
    const post = { operationId: operationId(index), requestBody: { required: true, content }, responses };
    return [`/${index}`, { post }];
  });
  const schemas = versions.map(({ component }, index) => [name(index), replaceComponent(component, true)]);
  return {
    openapi: '3.1.0',
    info: { title: 'Random schemas', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function replaceComponent(schema: Schema, target: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref, ...others } = mapSubschemas(schema, (inner) => replaceComponent(inner, target));
  if ($ref !== COMPONENT) return { ...others, ...($ref !== undefined && { $ref }) };
  return typeof target === 'boolean' && Object.keys(others).length === 0 ? target : { ...others, ...Object(target) };
}

/** Returns the schema of the body that contains the value of the schema with an index, in the field `value`. */
const bodyOf = ({ paths }: OpenApiDocument, index: number): object =>
  paths[`/${index}`]?.post?.requestBody?.content['application/json']?.schema ?? {};
