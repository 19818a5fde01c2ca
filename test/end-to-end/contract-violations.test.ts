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
  const failed = output.matchAll(/^ *× .*?sandbox\.test\.ts > (.+?) > (.*?)(?: \d+ms)?$/gm);
  expect(
    [...failed].map(([, operation, title]) => `${operation} ${title}`),
    output,
  ).toEqual(
    expect.arrayContaining([
      'get_token-exchange-profiles_by_id returns 429 for a call above the rate limit',
      'get_token-exchange-profiles_by_id returns 200 for a valid bearer token',
      'get_token-exchange-profiles_by_id returns 200 for client credentials',
      'all responses of get_token-exchange-profiles_by_id have the documented header fields, content types and bodies',
    ]),
  );
});
