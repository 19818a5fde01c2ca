// Writes the figures of the tests to a table: to `reports/site-results.md`, and with `--update` to `site/RESULTS.md`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import type { Figure } from './figures.ts';

const projectRoot = join(import.meta.dirname, '../../..');

/** Goals that all tests of a file check together. */
const GOALS: Readonly<Record<string, string>> = {
  'accessibility.test.ts': 'no violation of axe-core, light and dark, desktop and 390 px',
  'keyboard.test.ts': 'search, menu and each operation with the keyboard only',
  'page-parts.test.ts':
    'copy buttons, previous and next page, links to headings, Markdown versions of pages, `llms.txt`',
  'policy.test.ts': 'content security policy',
  'search.test.ts': 'search finds a field, a scope, a status code and an error class',
  'single-file.test.ts': 'the docs page in one file: table, title, search, contrast',
  'try-it.test.ts': '"try it" with the keyboard only, its faults and its errors',
  'without-javascript.test.ts': 'all content can be read without JavaScript',
};

/** Returns the figures of the tests of a file, and the number of its tests that pass. */
function figuresOf({ moduleId, children }: TestModule): Figure[] {
  const passed = [...children.allTests('passed')];
  const goal = GOALS[basename(moduleId)];
  const all = [...children.allTests()].length;
  return [
    ...passed.flatMap((test) => test.meta().figures ?? []),
    ...(goal === undefined ? [] : [{ goal, measured: `${passed.length} of ${all} tests pass`, required: 'all' }]),
  ];
}

const table = (figures: readonly Figure[]): string => `<!-- Made by \`npm run test:site -- --update\`. Do not edit. -->

# Results of the docs site

\`npm run test:site\` builds the site, serves it with gzip on loopback, and measures it in headless Chromium. The tests fail
if a figure exceeds its limit, except the figures that are only reported, because they depend on the machine. The time
until the first paint is measured after all other tests.

| Goal | Measured | Required |
| --- | --- | --- |
${figures.map(({ goal, measured, required }) => `| ${goal} | ${measured} | ${required} |`).join('\n')}
`;

// biome-ignore lint/style/noDefaultExport: Vitest loads the default export of a reporter.
export default class ResultsReporter implements Reporter {
  #files: readonly string[] = [];

  onInit({ config }: Vitest): void {
    const { updateSnapshot } = config.snapshotOptions;
    this.#files =
      updateSnapshot === 'all' ? ['reports/site-results.md', 'site/RESULTS.md'] : ['reports/site-results.md'];
  }

  onTestRunEnd(modules: readonly TestModule[], _: readonly SerializedError[], reason: TestRunEndReason): void {
    // A test that failed has no figure, so the table would not be complete.
    if (reason !== 'passed') return;
    const figures = modules.flatMap(figuresOf);
    const text = table(figures.toSorted((one, other) => one.goal.localeCompare(other.goal)));
    mkdirSync(join(projectRoot, 'reports'), { recursive: true });
    for (const file of this.#files) writeFileSync(join(projectRoot, file), text);
  }
}
