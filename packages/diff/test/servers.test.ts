// Verdicts on changes of a server that are too special for the corpus.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareContracts } from '../src/verdict.ts';
import { contractFolder } from './corpus.ts';

let contracts: Awaited<ReturnType<typeof contractFolder>>;
beforeAll(async () => {
  contracts = await contractFolder();
});
afterAll(() => contracts.remove());

const URL = 'https://{region}.example.com';
const write = (server: object) =>
  contracts.write({
    document: { openapi: '3.1.0', info: { title: 'Library', version: '1' }, servers: [{ url: URL, ...server }] },
    behavior: undefined,
  });

test.for([
  ['the description', { description: 'Old.' }, { description: 'New.' }, 'text-changed', 'description'],
  ['an extension', { 'x-zone': 1 }, { 'x-zone': 2 }, 'extension-changed', 'x-zone'],
  [
    'the variable description',
    { variables: { region: { description: 'Old.' } } },
    { variables: { region: { description: 'New.' } } },
    'text-changed',
    'variables/region/description',
  ],
] as const)('compareContracts() reports a change of %s of a server once', async ([_what, old, now, kind, place]) => {
  const { changes } = await compareContracts(await write(old), await write(now));
  expect(changes.map((change) => [change.kind, change.pointer])).toEqual([[kind, `/servers/0/${place}`]]);
});
