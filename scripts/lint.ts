import { findApi } from 'tools-document';
import { runLint } from './lint/lint-document.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run lint:openapi -- [name]

Lints the document by the rules of redocly.yaml.

  name  name of the document in redocly.yaml (default: the first)
`,
  async ([name]) => await runLint(await findApi(name)),
);
