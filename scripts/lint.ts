import { findApi } from 'tenant-management-document';
import { redocly } from './lint/redocly.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

answerHelp(`npm run lint:openapi -- [name]

Lints the document by the rules of redocly.yaml.

  name  name of the document in redocly.yaml (default: the first)
`);

try {
  const { name } = await findApi(process.argv[2]);
  process.exitCode = await redocly('lint', name);
} catch (error) {
  fail(error);
}
