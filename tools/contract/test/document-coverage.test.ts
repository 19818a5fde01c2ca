// Tests the last command of `npm test`, which fails if the contract suite does not exercise every part of the document.

import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { coverageTable, measureCoverage, requireFullCoverage } from '../src/document-coverage.ts';
import type { RecordedCall } from '../src/recorder.ts';
import { recordedCall } from './recorded-call.ts';

/** A call of an operation of the document. */
type CoveredCall = Partial<Omit<RecordedCall, 'operation'>> & { readonly operation?: string };
interface DocumentPart {
  readonly all: readonly string[];
  readonly rows: readonly {
    readonly what: string;
    readonly calls: readonly CoveredCall[];
    readonly exercised: readonly string[];
  }[];
}
interface Tables {
  readonly document: OpenApiDocument;
  readonly headers: DocumentPart;
  readonly schemes: DocumentPart;
  readonly fields: {
    readonly document: OpenApiDocument;
    readonly rows: readonly {
      readonly what: string;
      readonly calls: readonly CoveredCall[];
      readonly missing: object;
      readonly uncounted?: object;
    }[];
  };
}
const { document, headers, schemes, fields }: Tables = readYaml(import.meta.dirname, 'document-coverage.yaml');

function measure(api: OpenApiDocument, calls: readonly CoveredCall[]) {
  const operations = listOperations(api);
  const recorded = calls.map(({ operation = operations[0]?.id, ...changes }) =>
    recordedCall({ ...changes, operation: operations.find(({ id }) => id === operation) }),
  );
  return measureCoverage(api, recorded);
}

describe.for([
  ['response headers', headers, 'GET /locked 200 Age'],
  ['security schemes, by operation', schemes, 'GET /locked bearer'],
] as const)('measureCoverage() counts as %s', ([kind, { all, rows }, impossible]) => {
  const uncounted = [`${impossible}: no valid sample of the response: add an example`];
  test.for(rows)('$what', ({ calls, exercised }) => {
    const missing = all.filter((part) => !exercised.includes(part));
    expect(measure(document, calls)).toContainEqual({ kind, total: all.length, missing, uncounted });
  });
});

test.for(fields.rows)('measureCoverage() lists as missing $what', ({ calls, missing, uncounted = [] }) => {
  const measured = measure(fields.document, calls);
  const found = measured.filter((row) => row.missing.length > 0);
  expect(measured.flatMap((row) => row.uncounted ?? [])).toEqual(uncounted);
  expect(Object.fromEntries(found.map((row) => [row.kind, row.missing]))).toEqual(missing);
});

describe('for the last command of npm test,', () => {
  const ROWS = [
    { kind: 'responses', total: 3, missing: ['GET /users/{id} 429'] },
    {
      kind: 'properties of requests',
      total: 8,
      missing: ['PUT /users/{id} name'],
      uncounted: ['PUT /users nick: why'],
    },
    { kind: 'response headers', total: 0, missing: [] },
  ];

  test('coverageTable() rounds percentages down, writes 100 % for no parts, and lists the parts that are not counted', () => {
    expect(coverageTable(ROWS)).toBe(
      [
        '| Part of the document | Exercised | Percentage |',
        '| --- | ---: | ---: |',
        '| responses | 2 of 3 | 66 % |',
        '| properties of requests | 7 of 8 | 87 % |',
        '| response headers | 0 of 0 | 100 % |',
        '',
        'Not counted:',
        '',
        '- properties of requests: PUT /users nick: why',
      ].join('\n'),
    );
  });

  test('requireFullCoverage() throws an error that lists the missing parts', () => {
    expect(() => requireFullCoverage(ROWS)).toThrow(
      /^The contract suite did not exercise:\nresponses: GET \/users\/\{id\} 429\nproperties of requests: PUT \/users\/\{id\} name$/,
    );
  });
});
