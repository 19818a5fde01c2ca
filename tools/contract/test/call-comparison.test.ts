// Tests which responses of a live run violate the document.

import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { problemsOf } from '../src/call-comparison.ts';
import type { RecordedCall } from '../src/recorder.ts';
import { recordedCall } from './recorded-call.ts';

interface Row {
  readonly what: string;
  readonly call: Partial<RecordedCall> & { readonly header?: Readonly<Record<string, string>> };
  readonly problems: readonly string[];
}

const { document, calls }: { document: OpenApiDocument; calls: Row[] } = readYaml(
  import.meta.dirname,
  'call-comparison.yaml',
);
const [operation] = listOperations(document);

test.for(calls)('problemsOf() for $what', ({ call: { header, ...changes }, problems }) => {
  const headers = { 'content-type': 'application/json', 'x-pages': '7', ...header };
  const call = recordedCall({ operation, headers, text: '{"title":"Emma"}', ...changes });
  expect(problemsOf(document, [call, call], operation?.id ?? '')).toEqual(problems);
  expect(problemsOf(document, [call], 'another')).toEqual([]);
});

test.for([
  ['a text of 20 MB', JSON.stringify({ title: 'x'.repeat(20_000_000) }), []],
  ['many quotes in a text without an end', `"${'\\"'.repeat(100_000)}`, ['200: body: not JSON']],
] as const)('problemsOf() for %s', ([_what, text, problems]) => {
  const headers = { 'content-type': 'application/json', 'x-pages': '7' };
  expect(problemsOf(document, [recordedCall({ operation, headers, text })], operation?.id ?? '')).toEqual(problems);
});
