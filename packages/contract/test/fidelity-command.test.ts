import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTemporarySandbox } from '../../sandbox/build/temporary-sandbox.ts';
import { measureFidelity } from '../src/fidelity/measure-fidelity.ts';

test('npm run fidelity -- --learn writes no secrets, and names the replaced values and the ignored files', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const read = {
    request: { method: 'GET', url: 'https://tenant.example.com/v1/settings' },
    response: { status: 200, content: { text: '{"color":"red","client_secret":"hunter2"}' } },
  };
  await writeFile(at('run.har'), JSON.stringify({ log: { entries: [read] } }));
  for (const index of [1, 2, 3, 4, 5]) await writeFile(at(`${index}.json`), '{}');
  const get = { operationId: 'read', responses: { 200: { description: '', content: { 'application/json': {} } } } };
  const paths = { '/settings': { get, put: { operationId: 'write', responses: { 204: { description: '' } } } } };
  const servers = [{ url: 'https://tenant.example.com/v1' }];
  await writeFile(at('0.json'), JSON.stringify({ openapi: '3.1.0', info: { title: '', version: '' }, servers, paths }));
  const learned = at('learned.yaml');
  const args = [folder, '--document', at('0.json'), '--learn', learned];
  const output = await measureFidelity(args, startTemporarySandbox, folder);
  expect(output.split('\n').slice(1)).toEqual([
    'Replaced, because they can be secrets: 1 (read.seed.items.0.client_secret)',
    'Ignored, because they are not recordings: 6 (0.json, 1.json, 2.json, 3.json, 4.json, and 1 more)',
  ]);
  expect(await readFile(learned, 'utf8')).toMatch(/color: red\s+client_secret: <redacted>/);
});
