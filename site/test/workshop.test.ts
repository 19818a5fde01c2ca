// Tests the reference of a document with features that the document of this project does not have.
import { join } from 'node:path';
import { readDocument } from 'tools-document/read';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { withoutWriteOnly } from '../../scripts/generate/response-schemas.ts';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { readYaml } from '../../test/support/read-yaml.ts';
import { referencePages } from '../reference/write-reference.ts';
import { blocksIn, clientSamples, compileSamples, typesIn } from './samples.ts';

const file = join(import.meta.dirname, 'workshop.yaml');
const document = await readDocument(file);
const types = await typesModule(document);
const behavior = { operations: { listTools: { unique: { fields: ['name'], source: 'a <test>' } } } };
const pages = referencePages(document, behavior, withoutWriteOnly(document));
const pageOf = (path: string): string => pages.get(path) ?? '';
const list = pageOf('operations/list-tools.md');

/** Returns a page, or its section with the heading after `#`. */
function partOf(place: string): string {
  const [page = '', heading] = place.split('#');
  const text = pageOf(page === 'index' ? 'index.md' : `operations/${page}.md`);
  const part = heading === undefined ? text : text.slice(text.indexOf(`\n## ${heading}\n`)).split(/\n## /)[1];
  return part || expect.fail(`the reference must have "${place}"`);
}

/** A rule for the pages, and texts that a page or one of its sections contains or lacks, by place. */
interface Rule {
  readonly title: string;
  readonly contains?: Readonly<Record<string, string | readonly string[]>>;
  readonly lacks?: Readonly<Record<string, string>>;
}
const RULES: Rule[] = readYaml(import.meta.dirname, 'workshop-pages.yaml');

test.for(RULES)('$title', ({ contains = {}, lacks = {} }) => {
  for (const [place, texts] of Object.entries(contains))
    for (const text of [texts].flat()) expect(partOf(place)).toContain(text);
  for (const [place, text] of Object.entries(lacks)) expect(partOf(place)).not.toContain(text);
});

test('the TypeScript samples compile against the generated types, except for an operation that the client does not support', async () => {
  const samples = [...pages].flatMap(([path, page]) =>
    [...clientSamples(page), ...typesIn(page)].map((code, index): [string, string] => [
      `${path.replaceAll(/\W/g, '-')}-${index}`,
      code,
    ]),
  );
  expect(samples.filter(([, code]) => code.includes('await management.'))).toHaveLength(6);
  expect(await compileSamples(new Map(samples), types)).toEqual([]);
  expect(pageOf('operations/login.md')).toContain(
    'This operation has no such sample: the client does not support cookie parameters.',
  );
});

test('bodies that are forms, files or JSON with a media type other than application/json have a sample that creates the body', () => {
  const samples = [...pages.values()].flatMap((page) => blocksIn(page, 'ts')).join('\n');
  expect(samples).toContain("const body = new FormData();\nbody.append('file', 'string');");
  expect(samples).toContain("body: new Blob(['…'], { type: 'image/png' }),");
  expect(samples).toContain("headers: { 'Content-Type': 'application/merge-patch+json' },");
});

test('the page of an operation has metadata, and says what the document does not show', () => {
  expect(parse(list.split('---')[1] ?? '')).toMatchObject({
    sidebar: { label: 'List tools, {all} of <them>', order: 0, badge: { text: 'GET', variant: 'note' } },
    operation: 'listTools',
    group: 'Tools',
    method: 'GET',
    path: '/tools',
  });
  expect(list).toContain('**Scopes:** the token needs `read:tools`\n');
  expect(pageOf('operations/replace-photo.md')).toContain('**Release lifecycle:** not documented by the API');
  expect(pageOf('operations/read-manual-2.md')).toContain('- About the operation: size of `file`\n');
});

test('the page of an operation shows Markdown in the key of a response as text', () => {
  const responses = { 200: { description: 'Done.' }, '*`': { description: 'Failed.' } };
  const own = { info: { title: 'A', version: '1' }, paths: { '/a': { get: { operationId: 'a', responses } } } };
  expect(referencePages(own, { operations: {} }, own).get('operations/a.md')).toContain('| \\*\\` | Failed. |');
});
