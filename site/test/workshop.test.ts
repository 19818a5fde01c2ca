// Tests the reference of a document with features that the document of this project does not have.
import { join } from 'node:path';
import { readDocument } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { DEFAULT_RETRY } from '../../src/retry.ts';
import { referencePages } from '../reference/write-reference.ts';
import { blocksIn, compileSamples } from './samples.ts';

const file = join(import.meta.dirname, 'workshop.yaml');
const document = await readDocument(file);
const pages = referencePages(document, {
  operations: { listTools: { unique: { fields: ['name'], source: 'a <test>' } } },
});
const pageOf = (path: string): string => pages.get(path) ?? '';
const list = pageOf('operations/list-tools.md');
const create = pageOf('operations/list-tools-2.md');
const photo = pageOf('operations/replace-photo.md');
/** Returns the text of a section of a page. */
const sectionOf = (page: string, heading: string): string =>
  page.slice(page.indexOf(`\n## ${heading}\n`)).split(/\n## /)[1] ?? '';

test('operations whose ids differ only in case or in punctuation have different pages', () => {
  const names = [...pages.keys()].filter((path) => path.startsWith('operations/'));
  expect(new Set(names.map((path) => path.toLowerCase())).size).toBe(7);
  expect(create).toContain('operation: ListTools\n');
});

test('the TypeScript samples compile against the generated types, except for an operation that the client does not support', async () => {
  const samples = [...pages].flatMap(([path, page]) =>
    blocksIn(page, 'ts').map((code): [string, string] => [path.replaceAll(/\W/g, '-'), code]),
  );
  expect(samples).toHaveLength(6);
  expect(await compileSamples(new Map(samples), await typesModule(document))).toEqual([]);
  expect(pageOf('operations/login.md')).toContain(
    'This page has no sample in TypeScript: the client does not support cookie parameters.',
  );
});

describe('texts of the document', () => {
  test('are escaped in titles and link texts', () => {
    expect(list).toContain('title: List tools, {all} of <them>\n');
    expect(pageOf('index.md')).toContain('[List tools, {all} of \\<them\\>](operations/list-tools.md)');
    expect(pageOf('index.md')).toContain('Workshop | \\<API\\>');
  });

  test('do not contain HTML, headings, images or relative links', () => {
    expect(list).toContain(
      '**Filters**\n\nUse `a|b`, *or* see [the filters](https://example.com/filters) and the guide.\n[logo](https://example.com/logo.svg) A tool costs &lt; 5, as in `{ "cost": 4 }`:\n\n```json\n{ "cost": "<{4}>" }\n```\n',
    );
    expect(list).toContain('description: Use a|b, or see the filters and the guide.\n');
  });

  test('that end with a list are separated from the next paragraph of the page', () => {
    expect(create).toContain('- with a list\n\n**In TypeScript:** `components');
  });
});

describe('the section Parameters of the page of an operation', () => {
  test('shows whether a parameter is in the query or in the header, and its type, bounds, pattern and values', () => {
    const text = sectionOf(list, 'Parameters');
    expect(text).toContain(
      '- `limit` (query): integer, required, at least 1, less than 101, default `20`  \n  The number of tools.',
    );
    expect(text).toContain(
      '- `kinds` (query): array of strings, optional, at least 1 item, no item twice, each item: one of `saw` or `drill|press`',
    );
    expect(text).toContain('- `X-Trace` (header): string, optional, pattern `^[a-z|]{2,}$`, deprecated');
  });
});

describe('the fields', () => {
  test('include those of allOf, and show constraints, null, maps, arrays and constants', () => {
    const text = sectionOf(create, 'Response');
    expect(text).toContain('- `name`: string, required\n- `kind`: string, required, one of `saw` or `drill`\n');
    expect(text).toContain('- `price`: number, or null, more than 0, a multiple of 0.5\n');
    expect(text).toContain('- `size`: string or integer, or null\n');
    expect(text).toContain('- `labels`: map of names to strings, each value: at most 5 characters\n');
    expect(text).toContain(
      '- `place`: object\n  - `shelf`: object\n    - `row`: integer, only `1`\n  - No other fields are allowed.',
    );
  });

  test('of a recursive schema have the name of the schema instead of nested fields', () => {
    expect(sectionOf(create, 'Response')).toContain('\n- `parts`: array of objects `Tool`, at most 2 items\n- ');
  });

  test('of alternatives are nested, with the field that selects the alternative', () => {
    expect(sectionOf(create, 'Response')).toContain(
      '- `power`: object `Mains` or object\n  - Exactly one of these alternatives applies; the field `source` selects the alternative:\n    - alternative 1: object `Mains`\n      - `source`: string, required, only `mains`\n',
    );
    expect(sectionOf(create, 'Response')).toContain(
      '- `owner`: string or object\n  - At least one of these alternatives applies:\n    - alternative 1: string\n    - alternative 2: object\n      - `a`: boolean',
    );
  });

  test('that have a description next to $ref show the name of the component and this description', () => {
    expect(sectionOf(create, 'Response')).toContain(
      '- `maker`: object `Named`  \n  Who made the tool.\n  - `name`: string, required\n',
    );
  });

  test('say what the source does not show', () => {
    expect(sectionOf(create, 'Response')).toContain(
      '- `anything`: any JSON value  \n  Not shown by the source: type.\n',
    );
  });

  test('of a request body do not include read-only fields, and the fields of a response do not include write-only fields', () => {
    expect(sectionOf(create, 'Request body')).toContain('- `secret`: string, exactly 3 characters, only in requests');
    expect(sectionOf(create, 'Request body')).not.toContain('`id`');
    expect(sectionOf(create, 'Response')).toContain('- `id`: string, format `uuid`, only in responses');
    expect(sectionOf(create, 'Response')).not.toContain('`secret`');
  });
});

describe('bodies', () => {
  test('that are forms, files or JSON with a media type other than application/json have a sample that creates the body', () => {
    const samples = [...pages.values()].flatMap((page) => blocksIn(page, 'ts')).join('\n');
    expect(samples).toContain("const body = new FormData();\nbody.append('file', 'string');");
    expect(samples).toContain("body: new Blob(['…'], { type: 'image/png' }),");
    expect(samples).toContain("headers: { 'Content-Type': 'application/merge-patch+json' },");
  });

  test('of responses that are not JSON are described as a `Response`', () => {
    const manual = pageOf('operations/read-manual.md');
    expect(manual).toContain('`data` is the `Response`');
    expect(manual).toContain('else console.log(await data.text());');
    expect(manual).toContain('The response `200`:\n\n```text\nDo not drop.\n```');
    expect(photo).toContain('`data` is the parsed JSON if the response is JSON, and otherwise the `Response`.');
    expect(photo).toContain('`image/png`: binary data');
  });
});

describe('the section Failures of the page of an operation', () => {
  test('says for a POST that the client does not retry 503, because POST is not idempotent', () => {
    const text = sectionOf(create, 'Failures');
    expect(text).toContain('- **409 Conflict**: The name is taken.  \n  The client does not retry.');
    expect(text).toMatch(
      /- \*\*502, 503, 504\*\*: .*\n {2}The client does not retry, because POST is not idempotent\./,
    );
  });

  test('contains ranges of statuses, and contains neither 401 nor 403 if the operation needs no token', () => {
    expect(sectionOf(list, 'Failures')).toContain('- **5XX**: Broken.  \n');
    expect(sectionOf(list, 'Failures')).toContain('- **401 Unauthorized**: ');
    expect(sectionOf(pageOf('operations/read-manual.md'), 'Failures')).not.toMatch(/40[13]/);
  });

  test('says for a 304 that the caller has the current copy, and not that the response is a redirect', () => {
    expect(sectionOf(pageOf('operations/read-manual.md'), 'Failures')).toContain(
      '- **304 Not Modified**: You have this text.  \n  The client does not retry.   \n  Use the copy that you have.',
    );
  });

  test('does not contain 404 if the path has no parameter and the document does not show this status', () => {
    expect(sectionOf(list, 'Failures')).not.toContain('404');
    expect(sectionOf(photo, 'Failures')).toContain('- **404 Not Found**: ');
  });
});

test('a paragraph separates the header fields of a successful response from the list of fields', () => {
  expect(sectionOf(list, 'Response')).toContain('Header fields:\n\n- `X-RateLimit-Remaining`: integer\n');
});

test('the key x-not-shown in an example does not add a text "Not shown by the source" to the page', () => {
  expect(pageOf('operations/patch-manual.md')).not.toContain('Not shown by the source');
});

test('the section about the rate limit lists the header fields of all responses', () => {
  expect(sectionOf(list, 'Rate limit')).toContain(
    'these header fields of `200` and `429`:\n\n- `X-RateLimit-Remaining`: integer\n- `Retry-After`: integer, required',
  );
});

test('the section about the sandbox escapes the evidence of an assumption', () => {
  expect(sectionOf(list, 'In the sandbox')).toContain(
    '- If another item has the same `name`: `409` (evidence: a \\<test\\>)',
  );
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
  expect(list).toContain('ask the owner of your tenant to grant `read:tools` to your client');
  expect(photo).toContain('**Release lifecycle:** not shown by the source');
  expect(pageOf('operations/read-manual-2.md')).toContain('- About the operation: size of `file`\n');
});

test.each(['listTools', 'ListTools'])(
  'the page of %s says what the client does after a 429, with its default number of retries',
  (id) => {
    const page = id === 'listTools' ? list : create;
    expect(page).toMatch(
      /- \*\*429 Too Many Requests\*\*: .*\n {2}The client retries.* it waits for the delay in `Retry-After` or/,
    );
    expect(page).toContain(`retries, by default up to ${DEFAULT_RETRY} times`);
  },
);

test('the page of a deprecated operation has a warning', () => {
  expect(create).toContain('deprecated: true\nbanner:\n  content: This operation is deprecated.\n');
  expect(create).toContain('**Deprecated:** do not use this operation in new code.');
  expect(list).not.toContain('Deprecated');
});

test('the page of an operation shows Markdown in the key of a response as text', () => {
  const responses = { 200: { description: 'Done.' }, '*`': { description: 'Failed.' } };
  const own = { info: { title: 'A', version: '1' }, paths: { '/a': { get: { operationId: 'a', responses } } } };
  expect(referencePages(own, { operations: {} }).get('operations/a.md')).toContain('**\\*\\`**: Failed.');
});
