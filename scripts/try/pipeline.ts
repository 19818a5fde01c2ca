import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startMock } from 'tenant-management-contract/prism';
import { compareBundles } from './client-bundle.ts';
import { runContract } from './contract-step.ts';
import { lint } from './lint-step.ts';
import { buildAndStartSandbox } from './sandbox-step.ts';
import type { Step } from './steps.ts';
import type { Subject } from './subject.ts';
import { checkTypes } from './types-step.ts';

/** Generates all files without a second lint run. A document that does not pass lint can still be useful. */
const GENERATE = `
  const { runGenerate } = await import('./scripts/generate.ts');
  const { fail } = await import('./scripts/process/run-script.ts');
  await runGenerate([], { lint: async () => 0 }).catch(fail);`;

/** The steps that `npm run try` runs with a document. */
export const pipeline = (subject: Subject): Step[] => [
  { name: 'lint', run: () => lint(subject) },
  {
    name: 'generate',
    run: async () => {
      await subject.require('--input-type=module', '--eval', GENERATE);
      return { result: `operations: ${subject.operations.length}` };
    },
  },
  { name: 'types', needs: ['generate'], run: () => checkTypes(subject) },
  {
    name: 'build',
    needs: ['generate'],
    run: async () => {
      await subject.require('scripts/build.ts');
      return { result: 'client built' };
    },
  },
  { name: 'client bundle', needs: ['generate'], run: () => compareBundles(subject) },
  {
    name: 'mock',
    run: async () => {
      const mock = await startMock(subject.document);
      await mock.stop();
      return { result: 'started' };
    },
  },
  { name: 'contract on Prism', needs: ['generate', 'mock'], run: () => runContract(subject, 'contract') },
  { name: 'sandbox', needs: ['generate'], run: () => buildAndStartSandbox(subject) },
  { name: 'contract on the sandbox', needs: ['sandbox'], run: () => runContract(subject, 'contract-sandbox') },
  {
    name: 'docs',
    run: async () => {
      await subject.require('scripts/docs.ts');
      const { size } = await stat(join(subject.root, 'reports/docs', `${subject.name}.html`));
      return { result: `${(size / 1e6).toFixed(1)} MB` };
    },
  },
];
