// Tests `npm run coverage:document`, which fails if the contract suite does not exercise every part of the document.
import { listOperations, type OpenApiDocument } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { coverageTable, measureCoverage, requireFullCoverage } from '../src/document-coverage.ts';
import type { RecordedCall } from '../src/recorder.ts';
import { recordedCall } from './recorded-call.ts';

/** A call of an operation of the document, or of `none`. */
type Call = Partial<Omit<RecordedCall, 'operation'>> & { readonly operation?: string };
interface Part {
  readonly all: readonly string[];
  readonly rows: readonly { readonly calls: readonly Call[]; readonly exercised: readonly string[] }[];
}
interface Tables {
  readonly document: OpenApiDocument;
  readonly headers: Part;
  readonly schemes: Part;
  readonly fields: {
    readonly document: OpenApiDocument;
    readonly rows: readonly { readonly calls: readonly Call[]; readonly missing: object }[];
  };
}
const { document, headers, schemes, fields }: Tables = readYaml(import.meta.dirname, 'document-coverage.yaml');

function measure(api: OpenApiDocument, calls: readonly Call[]) {
  const operations = listOperations(api);
  const recorded = calls.map(({ operation = operations[0]?.id, ...changes }) =>
    recordedCall({ ...changes, operation: operations.find(({ id }) => id === operation) }),
  );
  return measureCoverage(api, recorded);
}

describe.for([
  ['response headers', headers],
  ['security schemes, by operation', schemes],
] as const)('measureCoverage() counts as %s', ([kind, { all, rows }]) => {
  test.for(rows)('$what', ({ calls, exercised }) => {
    const missing = all.filter((part) => !exercised.includes(part));
    expect(measure(document, calls)).toContainEqual({ kind, total: all.length, missing });
  });
});

test.for(fields.rows)('measureCoverage() lists as missing $what', ({ calls, missing }) => {
  const found = measure(fields.document, calls).filter((row) => row.missing.length > 0);
  expect(Object.fromEntries(found.map((row) => [row.kind, row.missing]))).toEqual(missing);
});

describe('for npm run coverage:document,', () => {
  const ROWS = [
    { kind: 'responses', total: 3, missing: ['GET /users/{id} 429'] },
    { kind: 'properties', total: 8, missing: ['GET /users/{id} 200 nickname'] },
    { kind: 'response headers', total: 0, missing: [] },
  ];

  test('coverageTable() rounds percentages down, and writes 100 % if the document has no part of a kind', () => {
    expect(coverageTable(ROWS)).toBe(
      [
        '| Part of the document | Exercised | Percentage |',
        '| --- | ---: | ---: |',
        '| responses | 2 of 3 | 66 % |',
        '| properties | 7 of 8 | 87 % |',
        '| response headers | 0 of 0 | 100 % |',
      ].join('\n'),
    );
  });

  test('requireFullCoverage() throws an error that lists the missing parts', () => {
    const sent = { kind: 'properties', total: 1, missing: ['PUT /users/{id} request name'] };
    expect(() => requireFullCoverage([...ROWS, sent])).toThrow(
      /^The contract suite did not exercise:\nresponses: GET \/users\/\{id\} 429\nproperties: PUT \/users\/\{id\} request name$/,
    );
  });

  test('requireFullCoverage() does not throw if only properties of responses are missing', () => {
    expect(() => requireFullCoverage(ROWS.slice(1))).not.toThrow();
  });
});
