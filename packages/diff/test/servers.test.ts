// Verdicts on changes of a server that are too special for the corpus.
import { afterAll, expect, test } from 'vitest';
import { compareContracts } from '../src/verdict.ts';
import { contractFolder } from './corpus.ts';

const contracts = contractFolder();
afterAll(() => contracts.remove());

const URL = 'https://{region}.example.com';
const writeServers = (servers: readonly object[]) =>
  contracts.write({
    document: { openapi: '3.1.0', info: { title: 'Library', version: '1' }, servers },
    behavior: undefined,
  });
const write = (server: object) => writeServers([{ url: URL, ...server }]);

test('compareContracts() names the variable of a server and its values if the variable gets an enum', async () => {
  const region = { default: 'eu' };
  const { changes } = await compareContracts(
    await write({ variables: { region } }),
    await write({ variables: { region: { ...region, enum: ['eu', 'us'] } } }),
  );
  expect(changes.map(({ action }) => action)).toEqual([
    `Use only the listed values of the variable \`region\` of the server ${URL}: eu, us.`,
  ]);
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
  ['the name', { name: 'Old' }, { name: 'New' }, 'text-changed', 'name'],
  ['a member that no rule covers', {}, { zone: 'a' }, 'member-changed', 'zone'],
] as const)('compareContracts() reports a change of %s of a server once', async ([_what, old, now, kind, place]) => {
  const { changes } = await compareContracts(await write(old), await write(now));
  expect(changes.map((change) => [change.kind, change.pointer])).toEqual([[kind, `/servers/0/${place}`]]);
});

test('compareContracts() also reports the second server if the first server changes', async () => {
  const servers = (...names: string[]) => names.map((name) => ({ url: `https://${name}.example.com` }));
  const { changes } = await compareContracts(
    await writeServers(servers('a', 'b')),
    await writeServers(servers('c', 'd')),
  );
  expect(changes.map(({ kind }) => kind).toSorted()).toEqual(['server-added', 'server-changed', 'server-removed']);
});
