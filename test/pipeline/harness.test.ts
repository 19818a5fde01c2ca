// Tests that the contract suite fails if the target violates the document.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyTest } from '../support/project-copy.ts';

copyTest(
  'npm run test:contract fails each test whose request or response violates the document',
  async ({ project }) => {
    const file = join(project.root, 'openapi/management.yaml');
    const document = parse(await readFile(file, 'utf8'));
    // The sandbox was built with the original document, so its responses violate the new minLength. The calls use the
    // examples of the document, so their ids violate the new maxLength.
    document.components.schemas.TokenExchangeProfile.properties.name.minLength = 40;
    document.paths['/guardian/enrollments/{id}'].delete.parameters[0].schema.maxLength = 10;
    await writeFile(file, stringify(document));

    const { status, output } = await project.run('scripts/contract.ts', '--target', 'sandbox');

    expect(status, output).toBe(1);
    const failed = output.matchAll(/^ *× .*?operations\.test\.ts > (\S+) > (.*?)(?: \d+ms)?$/gm);
    expect(
      [...failed].map(([, operation, title]) => `${operation} ${title}`),
      output,
    ).toEqual([
      'get_token-exchange-profiles_by_id returns 200 for a valid bearer token',
      'get_token-exchange-profiles_by_id returns 200 for client credentials',
      'delete_guardian_enrollments_by_id returns 204 (documented as 2XX) for a valid bearer token',
      'delete_guardian_enrollments_by_id returns 204 (documented as 2XX) for client credentials',
      'delete_guardian_enrollments_by_id returns 400 (documented as default) for an unknown query parameter',
      'delete_guardian_enrollments_by_id returns 400 (documented as default) for a token that is not a JWT',
      'delete_guardian_enrollments_by_id returns 401 (documented as default) for a token with an invalid JWT signature',
      'delete_guardian_enrollments_by_id returns 401 (documented as default) for a token of a client that is not global',
      'delete_guardian_enrollments_by_id returns 401 (documented as default) for an expired token',
      'delete_guardian_enrollments_by_id returns 403 (documented as default) for a token without the required scope',
      'delete_guardian_enrollments_by_id returns 404 (documented as default) for an id that was deleted',
      'delete_guardian_enrollments_by_id returns 429 (documented as default) for a call above the rate limit',
    ]);
  },
);
