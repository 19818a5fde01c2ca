import { join } from 'node:path';
import { measureFidelity } from 'tenant-management-contract';
import { projectRoot } from 'tenant-management-document';
import { startTemporarySandbox } from '../packages/sandbox/build/temporary-sandbox.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run fidelity -- <folder> [options]

Replays recorded traffic against a sandbox, and prints for each operation how many responses of the sandbox have the
recorded status, and the recorded status and fields. Writes every comparison to reports/fidelity.json.

  folder               folder with cassettes of go-vcr (*.yaml), recordings of nock (*.json) or HTTP archives (*.har)

Options:
  --document <file>    OpenAPI document of the sandbox; default: the document of the project
  --behavior <file>    behavior file of the document; default: the file next to the document, if it exists
  --learn <file>       replay nothing; write a new behavior file with what the recordings show and the document does not
`,
  async (args) => console.log(await measureFidelity(args, startTemporarySandbox, join(projectRoot, 'reports'))),
);
