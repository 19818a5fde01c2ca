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

test('checkSizes() accepts bundles of exactly 3.25 and 4.8 times the size of openapi-fetch', async () => {
  expect(await check({ staticToken: 3250, clientCredentials: 4800 })).toEqual([
    'openapi-fetch without this package: 1000 bytes',
    'client with a static token: 3250 bytes, 3.25 × openapi-fetch; the limit is 3.25 ×',
    'client with clientCredentials and a secret: 4800 bytes, 4.80 × openapi-fetch; the limit is 4.8 ×',
  ]);
});

test('checkSizes() throws if the bundle with a static token exceeds 3.25 times the size of openapi-fetch', async () => {
  await expect(check({ staticToken: 3251, clientCredentials: 1000 })).rejects.toThrow(
    /^Bundle too large: client with a static token$/,
  );
});

test('checkSizes() throws if the bundle with clientCredentials exceeds 4.8 times the size of openapi-fetch', async () => {
  await expect(check({ staticToken: 1000, clientCredentials: 4801 })).rejects.toThrow(
    /^Bundle too large: client with clientCredentials and a secret$/,
  );
});

test('checkSizes() allows 20 more bytes for each operation whose content differs from what its method suggests', async () => {
  const bytes = { staticToken: 3290, clientCredentials: 4840 };
  expect(await check(bytes, 2)).toHaveLength(3);
  await expect(check(bytes, 1)).rejects.toThrow(/^Bundle too large/);
});

test('checkSizes() throws an error that names each bundle above its size limit', async () => {
  await expect(check({ staticToken: 9000, clientCredentials: 9000 })).rejects.toThrow(
    'Bundle too large: client with a static token; client with clientCredentials and a secret',
  );
});
