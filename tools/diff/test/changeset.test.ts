// Tests the changeset of the document, which states what callers must do.
import type { OpenApiDocument } from 'tools-document/model';
import { describe, expect, test } from 'vitest';
import { library } from '../../../test/support/library-document.ts';
import type { Change } from '../src/change.ts';
import { packageBump } from '../src/release/release-check.ts';
import { changesetOf } from '../src/release-text/changeset.ts';
import type { Verdict } from '../src/verdict.ts';

/** Types without members, for tests of other parts of the text. */
const NO_TYPES = { before: '', after: '' };

describe('changesetOf()', () => {
  const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const;
  const change = (
    operation: string | null,
    pointer: string,
    action: string,
    bump: Change['bump'] = 'major',
  ): Change => ({
    ...{ operation, operations: operation === null ? [] : [operation], file: 'api.yaml', line: 1, pointer },
    ...{ kind: 'any', breaks: bump === 'major' ? ['senders'] : [], bump, action },
  });
  const verdict = (...changes: Change[]): Verdict => ({ bump: changes[0]?.bump ?? 'none', changes });
  const pathsOf = ({ paths }: OpenApiDocument) => structuredClone(paths);
  /** Returns a copy of the library document, with its paths changed by a function. */
  const changed = (change: (paths: OpenApiDocument['paths']) => void): OpenApiDocument => {
    const paths = pathsOf(library);
    change(paths);
    return { ...library, paths };
  };
  const textOf = (after: OpenApiDocument, ...changes: Change[]) =>
    changesetOf(verdict(...changes), { before: library, after, types: NO_TYPES }, '0.1.0');

  test.each([
    ['minor', 'a breaking change before 1.0', '0.9.1', 'major'],
    ['major', 'a breaking change after 1.0', '1.0.0', 'major'],
    ['minor', 'a new operation', '0.9.1', 'minor'],
    ['patch', 'a new description', '1.2.3', 'patch'],
  ] as const)('raises the %s version of all packages for %s', (expected, _change, version, bump) => {
    expect(packageBump(bump, version)).toBe(expected);
    const versions = { before: library, after: library, types: NO_TYPES };
    const text = changesetOf(verdict(change(null, '', 'Do it.', bump)), versions, version);
    const names = ['tenant-management-client', 'tenant-management-sandbox', 'tenant-management-cli'];
    const head = `---\n${names.map((name) => `"${name}": ${expected}\n`).join('')}---\n`;
    expect(text.startsWith(head)).toBe(true);
  });

  test('shows each call of a renamed path before and after the change', () => {
    const after = changed((paths) => {
      paths['/hours'] = paths['/opening-hours'] ?? {};
      delete paths['/opening-hours'];
    });
    const text = textOf(after, change(null, '/paths/~1hours', 'Replace the path /opening-hours with /hours.'));
    expect(text).toContain(`### Breaking changes for senders of requests

- \`/hours\`: Replace the path \`/opening-hours\` with \`/hours\`.

  \`\`\`typescript
  // before: await management.GET("/opening-hours");
  await management.GET("/hours");
  // before: await management.PATCH("/opening-hours", { body: {"from":0} });
  await management.PATCH("/hours", { body: {"from":0} });
  \`\`\`
`);
  });

  test('shows every call of a path once if a change concerns the whole path', () => {
    const after = changed((paths) => {
      const { parameters: _parameters, ...operations } = paths['/books/{book_id}'] ?? {};
      paths['/books/{id}'] = { parameters: [ID], ...operations };
      delete paths['/books/{book_id}'];
    });
    const pointer = '/paths/~1books~1{id}';
    const text = textOf(
      after,
      change(null, pointer, 'Rename the parameter.'),
      change('readBook', `${pointer}/get`, 'Read data.'),
    );
    const calls = text.match(/^ {2}(?:\/\/ before: )?await management\.\w+\("[^"]+/gm);
    expect(calls).toEqual(
      ['GET', 'PUT', 'DELETE', 'PATCH'].flatMap((method) => [
        `  // before: await management.${method}("/books/{book_id}`,
        `  await management.${method}("/books/{id}`,
      ]),
    );
    expect(text).toContain('- `/books/{id}`: Rename the parameter.\n');
    expect(text).toContain('- `GET /books/{book_id}`: Read data.\n');
  });

  test('shows the old call of a removed operation and the new call of an added operation', () => {
    const after = changed((paths) => {
      paths['/open'] = { post: { operationId: 'open_library', responses: { 204: { description: 'Open.' } } } };
      delete paths['/close'];
    });
    const text = textOf(
      after,
      change('closeLibrary', '/paths/~1close/post', 'Remove the calls.'),
      change('open_library', '/paths/~1open/post', 'Call it if you need it.', 'minor'),
    );
    const [breaking, others] = text.split('### Other changes of the API');
    expect(breaking).toContain('  ```typescript\n  // before: await management.POST("/close");\n  ```\n');
    expect(others).toContain('  ```typescript\n  await management.POST("/open");\n  ```\n');
  });

  test('does not show a call if only an example of its operation changed', () => {
    const after = changed((paths) => {
      paths['/books/{book_id}'] = {
        ...paths['/books/{book_id}'],
        parameters: [{ ...ID, name: 'book_id', example: 'book-2' }],
      };
    });
    const text = textOf(after, change(null, '/components/schemas/Book', 'Read data.'));
    expect(text).toContain('- `Book`: Read data.\n');
    expect(text).not.toContain('```typescript');
  });

  test('shows the new call if a required field is added, even if the new value is only in an example', () => {
    const NewBook = { type: 'object', required: ['title', 'pages'], properties: { title: {}, pages: {} } };
    const schema = { $ref: '#/components/schemas/NewBook' };
    const example = { title: 'A', pages: 1 };
    const after = changed((paths) => {
      const { post } = paths['/books'] ?? {};
      if (post !== undefined) post.requestBody = { content: { 'application/json': { schema, example } } };
    });
    after.components = { schemas: { NewBook } };
    const text = textOf(after, change(null, '/components/schemas/NewBook', 'Send the field pages, which is required.'));
    expect(text).toContain('  await management.POST("/books", { body: {"title":"A","pages":1} });\n');
  });

  /** Returns the library document with two renamed paths, and the list of these two changes. */
  const renamed = () => {
    const after = changed((paths) => {
      paths['/hours'] = paths['/opening-hours'] ?? {};
      paths['/shut'] = paths['/close'] ?? {};
      delete paths['/opening-hours'];
      delete paths['/close'];
    });
    const changes = [
      change(null, '/paths/~1hours', 'Replace the path /opening-hours with /hours.'),
      change('closeLibrary', '/paths/~1shut/post', 'Replace the path /close with /shut.'),
    ];
    return { after, changes };
  };

  test.each([
    ['/components/securitySchemes/token/flows', '`token`'],
    ['/security', 'The whole API'],
    ['/servers/0/url', 'The whole API'],
    ['/components/schemas/Book', '`Book`'],
  ])(
    'shows each call in the list item of its path or operation if %s has changed too, as a change of %s',
    (pointer, subject) => {
      const { after, changes } = renamed();
      after.components = { ...after.components, schemas: { Book: { type: 'object' } } };
      const text = textOf(after, change(null, pointer, 'Request tokens.'), ...changes);
      expect(text).toContain(`- ${subject}: Request tokens.\n`);
      expect(text).toMatch(/: Request tokens\.\n- `\/hours`: Replace .*\n\n {2}```typescript\n(.*\n){4} {2}```\n/);
      expect(text).toMatch(/- `POST \/close`: Replace .*\n\n {2}```typescript\n(.*\n){2} {2}```\n/);
    },
  );

  /** Returns the library document with a new required field in the body of POST /books. */
  const withNewBook = () => {
    const NewBook = { type: 'object', required: ['isbn'], properties: { isbn: { type: 'string' } } };
    const after = changed((paths) => {
      const { post } = paths['/books'] ?? {};
      const schema = { $ref: '#/components/schemas/NewBook', description: 'A new book.' };
      if (post !== undefined) post.requestBody = { content: { 'application/json': { schema } } };
    });
    after.components = { schemas: { Other: { type: 'object', properties: { isbn: { type: 'string' } } }, NewBook } };
    return after;
  };

  test('shows a call in the list item of a component only if the called operation refers to the component', () => {
    const after = withNewBook();
    const text = textOf(
      after,
      change(null, '/components/schemas/Other/properties/isbn', 'Send it.'),
      change(null, '/components/schemas/NewBook/required', 'Send isbn.'),
    );
    expect(text).toMatch(/- `Other`: Send it\.\n- `NewBook`: Send isbn\.\n\n {2}```typescript\n/);
  });

  test('shows a call in the list item of a component whose name a component of another group has too', () => {
    const text = textOf(
      withNewBook(),
      change(null, '/components/examples/NewBook/value', 'Read it.'),
      change(null, '/components/schemas/NewBook/required', 'Send isbn.'),
    );
    expect(text).toMatch(/- `NewBook`:\n {2}- Read it\.\n {2}- Send isbn\.\n\n {2}```typescript\n/);
  });

  test('lists each action for an operation once, below the call of the operation', () => {
    const place = '/paths/~1books/get';
    const text = textOf(
      library,
      change('listBooks', place, 'Read the field b.'),
      change('listBooks', `${place}/responses`, 'Read the field b.'),
      change('listBooks', place, 'Handle null.'),
    );
    expect(text).toContain('- `GET /books`:\n  - Read the field b.\n  - Handle null.\n');
  });

  test('names the component instead of an operation if a change concerns a component', () => {
    const text = textOf(library, change(null, '/components/schemas/Book/properties/a~1b', 'Read the field c_d.'));
    expect(text).toContain('- `Book`: Read the field `c_d`.\n');
  });

  test('does not change a name that is a code span', () => {
    const action = 'Read the field `first name_x last` instead of `a`.';
    expect(textOf(library, change('listBooks', '/paths/~1books', action))).toContain(`${action}\n`);
  });

  test('says that the code needs no change, and lists each change once, if all changes are patches', () => {
    const patches = ['Nothing to do: only a text changed.', 'Nothing to do: GET /books is no longer deprecated.'];
    const changes = [...patches, ...patches].map((action) => change('listBooks', '/paths/~1books', action, 'patch'));
    expect(textOf(library, ...changes).split('---\n\n')[1]).toBe(`Your code needs no change.

- Nothing to do: only a text changed.
- Nothing to do: GET \`/books\` is no longer deprecated.
`);
  });
});
