// Lints a document of redocly.yaml: `npm run lint:openapi -- [name]`.
import { findApi } from 'tenant-management-document';
import { redocly } from './lint/redocly.ts';
import { fail } from './process/fail.ts';

try {
  const { name } = await findApi(process.argv[2]);
  process.exitCode = await redocly('lint', name);
} catch (error) {
  fail(error);
}
