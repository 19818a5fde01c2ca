import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { projectRoot, startFolder } from 'tenant-management-document';
import { type Score, SOURCES, scoresPage } from '../compat/scores/score.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run scores -- <folder>

Runs tests of other projects against the client, the sandbox and the model of the document, and writes the scores with
the reasons to docs/scores-results.md. The tests run as code on this machine: clone only repositories that you trust.

  folder               folder with clones of swagger-api/swagger-js, microsoft/typespec, C2SP/wycheproof,
                       httpwg/structured-field-tests and json-schema-org/JSON-Schema-Test-Suite
`,
  async ([given, ...others]) => {
    if (given === undefined || others.length > 0)
      throw new Error('Pass the folder of the clones: npm run scores -- path/to/clones');
    const folder = resolve(startFolder(), given);
    const scores: Score[] = [];
    for (const { score, ...source } of SOURCES) {
      const checkout = join(folder, basename(source.repository));
      if (!existsSync(join(checkout, source.tests)))
        throw new Error(`${source.tests} must exist in ${checkout}: clone ${source.repository} into the folder`);
      const commit = execFileSync('git', ['-C', checkout, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
      scores.push({ ...source, commit, cases: await score(checkout) });
    }
    await writeFile(join(projectRoot, 'docs/scores-results.md'), scoresPage(scores));
    console.log('Wrote docs/scores-results.md.');
  },
);
