// Tests the report of `npm run verify`, which lists the differences between responses and the document. The tests of
// `compareResponse()` cover the status, the content type and the body of a single response.

import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { compareWithDocument } from '../src/call-comparison.ts';
import { comparisonReport } from '../src/comparison-report.ts';
import type { RecordedCall } from '../src/recorder.ts';
import { recordedCall } from './recorded-call.ts';

interface CallRow extends Partial<RecordedCall> {
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly isDocumented?: boolean;
  readonly isDeprecated?: boolean;
}
interface Tables {
  readonly document: OpenApiDocument;
  readonly rows: readonly {
    readonly what: string;
    readonly calls: readonly CallRow[];
    readonly rows: readonly string[];
  }[];
  readonly reports: readonly { readonly what: string; readonly calls: readonly CallRow[]; readonly report: string }[];
}

const { document, rows, reports }: Tables = readYaml(import.meta.dirname, 'comparison-report.yaml');
const [entry] = listOperations(document);
const VALID = { id: 'u1', address: { city: 'Ulm', zip: '1' }, tags: [{ name: 'a' }] };

const reportOf = (calls: readonly CallRow[]): string => {
  const recorded = calls.map(({ fields, body = VALID, isDocumented = true, isDeprecated = false, ...changes }) => {
    const operation = entry && { ...entry, operation: { ...entry.operation, deprecated: isDeprecated } };
    const headers = { 'content-type': 'application/json; charset=utf-8', ...fields };
    const text = JSON.stringify(body);
    return recordedCall({ operation: isDocumented ? operation : undefined, headers, text, ...changes });
  });
  return comparisonReport(compareWithDocument(document, recorded));
};

test.for(rows)('comparisonReport() reports $what', ({ calls, rows }) => {
  const lines = reportOf(calls).split('\n');
  const found = lines.flatMap((line) => /^\| `GET \/users\/\{id\}` \| (.*) \|$/.exec(line)?.[1] ?? []);
  expect(found).toEqual(rows);
});

test.for(reports)('comparisonReport() writes $what', ({ calls, report }) => {
  expect(`${reportOf(calls)}\n`).toBe(report);
});
