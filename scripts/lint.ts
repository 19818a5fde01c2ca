// Lints one document of redocly.yaml: `npm run lint:openapi -- [name]`.
import { findApi } from './document.ts';
import { fail } from './fail.ts';
import { redocly } from './redocly.ts';

try {
  const { name } = await findApi(process.argv[2]);
  process.exitCode = await redocly('lint', name);
} catch (error) {
  fail(error);
}
