// The examples that a reader copies, in the README and in the doc comments, compile.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyTest } from '../support/project-copy.ts';

const FILES = [
  'README.md',
  'src/client.ts',
  'src/token/client-credentials.ts',
  'src/token/private-key-jwt.ts',
  'sandbox/README.md',
  'sandbox/src/sandbox.ts',
];
/** What the examples take for granted. */
const GLOBALS = `declare const id: string;
declare const accessToken: string;
declare const pem: string;
declare const readSecret: () => Promise<string>;
declare const vault: { token(origin: string, options: object): Promise<string> };
`;
const IMPORTS = `import { clientCredentials, createManagementClient, privateKeyJwt, type TokenRequest } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';
`;

copyTest('each example compiles', async ({ project }) => {
  const texts = await Promise.all(FILES.map((file) => readFile(join(project.root, file), 'utf8')));
  const examples = texts.flatMap((text) =>
    [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code.replaceAll(/^ \* ?/gm, '')),
  );
  expect(examples.length).toBeGreaterThanOrEqual(9);
  await writeFile(join(project.root, 'globals.d.ts'), GLOBALS);
  await Promise.all(
    examples.map((code, index) =>
      writeFile(join(project.root, `example-${index}.ts`), code.includes('import {') ? code : IMPORTS + code),
    ),
  );
  const config = { extends: './tsconfig.json', include: ['globals.d.ts', 'example-*.ts'] };
  await writeFile(join(project.root, 'tsconfig.examples.json'), JSON.stringify(config));
  const { status, output } = await project.run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.examples.json');
  expect(output).toBe('');
  expect(status).toBe(0);
});
