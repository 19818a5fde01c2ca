// Rates random pairs of schemas: the verdict, and whether a caller breaks by JSON Schema 2020-12, as ajv validates it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createValidators, readDocument } from 'tools-document';
import { compareContracts } from '../../src/verdict.ts';
import { bodyOf, documentOf, inOpenApi30, operationId } from './documents.ts';
import type { Schema, SchemaPair, SchemaVersion } from './pairs.ts';
import { asObject, isDocumented, opened, withContainsApart, withoutOverlaps } from './policy-schemas.ts';
import { boundaryValues, hasObject } from './values.ts';

const DIRECTIONS = ['request', 'response'] as const;

/** The verdict on a pair in one direction. */
export interface Rating extends SchemaPair {
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

/** Rates pairs of schemas, each in a request and in a response. `versions` are those of OpenAPI before and after. */
export async function ratePairs(
  schemas: readonly SchemaPair[],
  versions: Readonly<Record<'before' | 'after', string>>,
): Promise<Rating[]> {
  const pairs = schemas.map(({ before, after }) => ({
    before: inVersion(before, versions.before),
    after: inVersion(after, versions.after),
  }));
  const folder = await mkdtemp(join(tmpdir(), 'pairs-'));
  const write = async (side: 'before' | 'after', read: (schema: Schema) => Schema) => {
    const file = join(folder, `${side}.json`);
    const content = pairs.map((pair) => mapVersion(pair[side], read));
    await writeFile(file, JSON.stringify(documentOf(content, versions[side])));
    return { document: file, root: folder };
  };
  /** Returns a function that checks whether a schema allows a value. */
  const validator = async (side: 'before' | 'after', read: (schema: Schema) => Schema) => {
    const { document } = await write(side, (schema) => read(asObject(withContainsApart(schema))));
    const content = await readDocument(document);
    const { ajv, compile } = createValidators(content, 'request', { verbose: false });
    // With this option, some validators of ajv 8.20 throw. No random schema has a keyword that needs the option.
    ajv.opts.unevaluated = false;
    return (index: number, value: unknown) => compile(bodyOf(content, index))({ value });
  };
  try {
    const unchanged = (schema: Schema) => schema;
    const { changes } = await compareContracts(await write('before', unchanged), await write('after', unchanged));
    const validators = async (read: (schema: Schema) => Schema) => ({
      was: await validator('before', read),
      is: await validator('after', read),
    });
    const readings = [await validators(unchanged), await validators(withoutOverlaps)];
    const wasExpected = await validator('before', opened);
    return pairs.flatMap((pair, index) => {
      const values = boundaryValues(pair);
      const breaks = {
        request: (value: unknown) =>
          readings.slice(0, hasObject(value) ? 2 : 1).every(({ was, is }) => was(index, value) && !is(index, value)) &&
          isDocumented(value, pair.before),
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

const inVersion = (version: SchemaVersion, openapi: string): SchemaVersion =>
  openapi.startsWith('3.0') ? mapVersion(version, inOpenApi30) : version;
