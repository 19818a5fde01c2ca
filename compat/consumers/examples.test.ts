// Type-checks and tests the examples that have their own package.json, with the packed packages and `npm test`.
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRedis, startRedis } from '../../test/processes/redis.ts';
import { skipsMissing } from '../../test/support/skips-missing.ts';
import { type Consumer, createConsumer, linkTools, tools } from './consumer-folder.ts';

/** The example whose tests need the Redis of the environment variable `REDIS_URL`. */
const REDIS_EXAMPLE = 'bullmq-queue';
const EXAMPLES = [REDIS_EXAMPLE, 'hono-service'];

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
// The cast is safe: npm or this project wrote the file.
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The packages that an example declares, with their versions. The packages of this project have the version `*`. */
function declaredBy(example: string): Record<string, string> {
  const { dependencies, devDependencies } = readManifest(join(projectRoot, 'examples', example));
  return { ...dependencies, ...devDependencies };
}

let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer({}, []);
  for (const example of EXAMPLES) {
    const folder = join(consumer.folder, example);
    // A developer may have run `npm install` or `npm test` in the folder of an example.
    const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path));
    await cp(join(projectRoot, 'examples', example), folder, { recursive: true, filter });
    // Link only the tools that the example declares. The packed packages and their dependencies are in the folder of
    // the consumer.
    const declared = declaredBy(example);
    await linkTools(
      tools.filter((name) => name in declared),
      folder,
    );
  }
});
afterAll(() => consumer.remove());

describe.each(EXAMPLES)('npm test in examples/%s', (example) => {
  const needsRedis = example === REDIS_EXAMPLE;
  test.skipIf(needsRedis && skipsMissing(hasRedis()))('compiles the example, and its tests pass', async () => {
    const variables = needsRedis ? { REDIS_URL: await startRedis() } : {};
    const printed = await consumer.run('npm test', join(consumer.folder, example), variables);
    expect(printed).toMatch(/Tests .*[1-9]\d* passed/);
  });
});
