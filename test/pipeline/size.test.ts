import { expect, test } from 'vitest';
import { checkSizes } from '../../scripts/size.ts';

const BARE_BYTES = 1000;

/** Runs `checkSizes` with these bundle sizes; returns the printed lines. */
async function check(bytes: { staticToken: number; clientCredentials: number }, exceptions = 0): Promise<string[]> {
  const lines: string[] = [];
  await checkSizes(
    async (source) => {
      if (source.includes('openapi-fetch')) return BARE_BYTES;
      return source.includes('clientCredentials') ? bytes.clientCredentials : bytes.staticToken;
    },
    (line) => lines.push(line),
    exceptions,
  );
  return lines;
}

test('checkSizes() accepts bundles of exactly 2.9 and 4.5 times the size of openapi-fetch', async () => {
  expect(await check({ staticToken: 2900, clientCredentials: 4500 })).toEqual([
    'openapi-fetch without this package: 1000 bytes',
    'client with a static token: 2900 bytes, 2.90 × openapi-fetch; the limit is 2.9 ×',
    'client with clientCredentials and a secret: 4500 bytes, 4.50 × openapi-fetch; the limit is 4.5 ×',
  ]);
});

test('checkSizes() throws if the bundle with a static token exceeds 2.9 times the size of openapi-fetch', async () => {
  await expect(check({ staticToken: 2901, clientCredentials: 1000 })).rejects.toThrow(
    /^Bundle too large: client with a static token$/,
  );
});

test('checkSizes() throws if the bundle with clientCredentials exceeds 4.5 times the size of openapi-fetch', async () => {
  await expect(check({ staticToken: 1000, clientCredentials: 4501 })).rejects.toThrow(
    /^Bundle too large: client with clientCredentials and a secret$/,
  );
});

test('checkSizes() allows 20 more bytes for each operation whose content differs from what its method suggests', async () => {
  const bytes = { staticToken: 2940, clientCredentials: 4540 };
  expect(await check(bytes, 2)).toHaveLength(3);
  await expect(check(bytes, 1)).rejects.toThrow(/^Bundle too large/);
});

test('checkSizes() throws an error that names each bundle above its size limit', async () => {
  await expect(check({ staticToken: 9000, clientCredentials: 9000 })).rejects.toThrow(
    'Bundle too large: client with a static token; client with clientCredentials and a secret',
  );
});
