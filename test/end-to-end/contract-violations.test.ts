// Tests that the contract suite fails if the target violates the document.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyTest } from '../support/copy-test.ts';

copyTest('npm run test:contract fails each test whose response violates the document', async ({ project }) => {
  const file = join(project.root, 'openapi/management.yaml');
  const document = parse(await readFile(file, 'utf8'));
  // The sandbox was built with the original document, so its responses violate the new requirements.
  document.components.schemas.TokenExchangeProfile.properties.name.minLength = 40;
  const { get } = document.paths['/token-exchange-profiles/{id}'];
  get.responses['429'].headers['Retry-After'] = { description: 'Delay.', required: true, schema: { type: 'string' } };
  await writeFile(file, stringify(document));

  const { status, output } = await project.run('scripts/contract.ts', '--target', 'sandbox');

  expect(status, output).toBe(1);
  const responses = '#/paths/~1token-exchange-profiles~1{id}/get/responses';
  const failed = output.matchAll(/^ *→ (GET .*)$/gm);
  expect(
    [...failed].map(([, message]) => message),
    output,
  ).toEqual([
    `GET /token-exchange-profiles/{id} with a call above the rate limit: the document (${responses}/429) shows 429; 429 came without Retry-After; header field: \`Retry-After\` is missing`,
    `GET /token-exchange-profiles/{id} with a valid bearer token: the document (${responses}/200) shows 200; 200 came with a body that violates the document; schema violation: \`/name\` violates \`minLength\``,
  ]);
});
