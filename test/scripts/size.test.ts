import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { checkSizes, PROGRAMS } from '../../scripts/size.ts';
import { projectRoot } from '../support/project-copy.ts';

const BARE_BYTES = 1000;

interface BundleSizes {
  readonly staticToken: number;
  readonly clientCredentials: number;
  /** @default the size with a static token */
  readonly bulk?: number;
}

/** Runs `checkSizes` with these bundle sizes; returns the printed lines. */
async function check(bytes: BundleSizes, entries = 0): Promise<string[]> {
  const lines: string[] = [];
  await checkSizes(
    async (source) => {
      if (source.includes('openapi-fetch')) return BARE_BYTES;
      if (source.includes('observeDrift')) return bytes.staticToken + 700;
      if (source.includes('createPacer')) return bytes.bulk ?? bytes.staticToken;
      return source.includes('clientCredentials') ? bytes.clientCredentials : bytes.staticToken;
    },
    (line) => lines.push(line),
    entries,
  );
  return lines;
}

test('checkSizes() accepts bundles of exactly 3.85 and 4.9 times the size of openapi-fetch, and 6,150 bytes for bulk', async () => {
  expect(await check({ staticToken: 3850, clientCredentials: 4900, bulk: 10_000 })).toEqual([
    'openapi-fetch without this package: 1000 bytes',
    'client with a static token: 3850 bytes, 3.85 × openapi-fetch; the limit is 3.85 ×',
    'client with clientCredentials and a secret: 4900 bytes, 4.90 × openapi-fetch; the limit is 4.9 ×',
    'client with a static token, a pacer and bulk: 10000 bytes; the pacer and bulk add 6150; the limit is 6150',
    'client with a static token and observeDrift: observeDrift and the validators of the document add 700 bytes',
  ]);
});

const [STATIC, CREDENTIALS, BULK] = [
  'client with a static token',
  'client with clientCredentials and a secret',
  'client with a static token, a pacer and bulk',
];

test.each([
  [STATIC, { staticToken: 3851, clientCredentials: 1000 }],
  [CREDENTIALS, { staticToken: 1000, clientCredentials: 4901 }],
  [BULK, { staticToken: 2000, clientCredentials: 1000, bulk: 8151 }],
  [`${STATIC}; ${CREDENTIALS}; ${BULK}`, { staticToken: 9000, clientCredentials: 9000, bulk: 19_000 }],
])('checkSizes() throws an error that names each bundle above its size limit: %s', async (names, bytes) => {
  await expect(check(bytes)).rejects.toThrow(new Error(`Bundle too large: ${names}`));
});

test('checkSizes() raises the limits by the bytes of the generated entries', async () => {
  const bytes = { staticToken: 4030, clientCredentials: 5070 };
  expect(await check(bytes, 180)).toHaveLength(5);
  await expect(check(bytes, 169)).rejects.toThrow(/^Bundle too large/);
});

test.each([
  ['observeDeprecation', 'deprecation', 'onDeprecation'],
  ['observeDrift', 'drift', 'onDrift'],
])('only the bundles of programs that import %s contain its code', async (name, entry, text) => {
  const withHook = `import { ${name} } from 'tenant-management-client/${entry}'; globalThis.observe = ${name};`;
  const contain = [...PROGRAMS.map(({ source }) => source), withHook].map(async (contents) => {
    const stdin = { contents, resolveDir: projectRoot };
    // Without the paths of tsconfig.json, which point to the sources, esbuild bundles the built package.
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', tsconfigRaw: '{}', write: false });
    return outputFiles.some((file) => file.text.includes(text));
  });
  expect(await Promise.all(contain)).toEqual([...PROGRAMS.map(() => false), true]);
});
