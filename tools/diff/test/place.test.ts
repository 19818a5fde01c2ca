import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readPlaces } from '../src/place.ts';

test('readPlaces() does not fetch a URL, and throws an error that names its place', async () => {
  const file = join(temporaryFolder(), 'api.yaml');
  writeFileSync(file, "components: { schemas: { Name: { $ref: 'https://example.invalid/name.yaml' } } }");
  // The error of a failed download is another one.
  await expect(readPlaces(file)).rejects.toThrow(
    'api.yaml:1: the $ref at #/components/schemas/Name must refer to a file; URLs are not fetched',
  );
});
