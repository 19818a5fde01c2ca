import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactRow, type FactsTable, factHeading, hasFacts, renderFacts } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { factsPage } from '../../../scripts/generate/facts-page.ts';
import { projectRoot } from '../../support/project-copy.ts';

const fact: FactRow = { section: '5.1', name: 'A | B', pointer: '#/info/title', alsoCheckedBy: ['contract tests'] };
const table: FactsTable = {
  document: 'openapi/books.yaml',
  headings: [
    ['5', 'Authentication'],
    ['5.2', 'Scopes'],
    ['ours', 'Decisions'],
  ],
  checks: { 'contract tests': { file: 'test/contract/operations.test.ts', meaning: 'they call each operation' } },
  facts: [
    fact,
    { section: '5.2, 6', name: 'No scope', pointer: 'No #/security', alsoCheckedBy: [] },
    { section: 'ours', name: 'One paragraph', pointer: '#/info/description, paragraph 1', alsoCheckedBy: [] },
  ],
};

describe('renderFacts()', () => {
  test('writes one table per heading, with section, fact, JSON Pointer and checks in each row', () => {
    const rows = renderFacts(table, 'test/contract/facts')
      .split('\n')
      .filter((line) => /^(\||##)/.test(line));

    expect(rows.filter((line) => !line.includes('---') && !line.includes('Also checked by'))).toEqual([
      '## 5 Authentication',
      '| 5.1 | A \\| B | `#/info/title` | contract tests |',
      '## 5.2 Scopes',
      '| 5.2, 6 | No scope | No `#/security` | |',
      '## Decisions',
      '| ours | One paragraph | `#/info/description`, paragraph 1 | |',
    ]);
  });

  test('writes a fact under the heading of its chapter if its section has no heading', () => {
    expect(table.facts.map((row) => factHeading(row, table))).toEqual(['5', '5.2', 'ours']);
  });
});

describe('for the page of facts,', () => {
  test('renderFacts() lists the operations that no fact is about', () => {
    const page = renderFacts(table, 'test/contract/facts', ['GET /books', 'POST /books']);

    expect(page.split('## Operations without facts')[1]).toContain('- `GET /books`\n- `POST /books`\n');
    expect(renderFacts(table, 'test/contract/facts')).not.toContain('Operations without facts');
  });

  test('hasFacts() counts a fact only if the fact points to the operation or to a part of the operation', () => {
    const facts = ['#/paths/~1books/get/summary', 'No #/paths/~1books/put', '#/paths/~1books~1{id}/getter'].map(
      (pointer) => ({ ...fact, pointer }),
    );
    const calls = ['GET /books', 'PUT /books', 'GET /books/{id}'].map((call) => call.split(' '));

    expect(calls.map(([method = '', path = '']) => hasFacts({ method, path }, { facts }))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('npm run generate', () => {
  test('writes docs/facts.md only for the document to which the facts belong', async () => {
    const pages = (root: string) => factsPage({ name: 'any', root, file: join(projectRoot, root) });

    expect(await pages('openapi/management.yaml')).toEqual([
      ['docs/facts.md', await readFile(join(projectRoot, 'docs/facts.md'), 'utf8')],
    ]);
    expect(await pages('openapi/books.yaml')).toEqual([]);
  });
});
