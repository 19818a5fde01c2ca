// Tests the commands of another document, with operations that the document of this project does not have.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_BOOK, libraryDocument } from '../../../test/support/library-document.ts';
import { buildSynthetic, type SyntheticPackage } from '../../../test/support/synthetic-sandbox.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { commandOperations } from '../derive/command-operations.ts';
import { type EndedCommand, type RunOptions, runCli } from './run-cli.ts';

const document = libraryDocument() as OpenApiDocument;
const commands = commandOperations(document);
const BOOK = EXAMPLE_BOOK.id;

let library: SyntheticPackage;
beforeAll(async () => {
  library = await buildSynthetic(document);
  return () => library.remove();
});

/** Starts the sandbox of the library document. Returns the sandbox, and a function that runs a command line. */
async function startLibrary() {
  const sandbox = await library.start();
  const env = {
    TENANT_BASE_URL: sandbox.baseUrl,
    TENANT_CLIENT_ID: sandbox.credentials.clientId,
    TENANT_CLIENT_SECRET: sandbox.credentials.clientSecret,
    TENANT_TOKEN_URL: sandbox.tokenUrl,
    TENANT_AUDIENCE: `${sandbox.baseUrl}/`,
    XDG_STATE_HOME: temporaryFolder(),
  };
  return {
    sandbox,
    run: (line: string, options: RunOptions = {}): Promise<EndedCommand> =>
      runCli(line.split(' '), { env, commands, ...options }),
  };
}

describe('a command without an id', () => {
  test('prints a list as a table, and sends --query to the tenant', async () => {
    const { run } = await startLibrary();
    const { status, stdout } = await run('books list --query page=0 --query per_page=5 --query include_totals=true');
    expect(status).toBe(0);
    const [header = '', row = '', ...rest] = stdout.split('\n');
    expect(header.split(/ {2,}/)).toEqual(
      ['id', 'title', 'genre', 'status', 'created_at', 'updatedAt'].toSorted(
        (a, b) => header.indexOf(a) - header.indexOf(b),
      ),
    );
    expect(row).toContain(`${BOOK}  `);
    expect(rest.join('\n')).toMatch(/^total +1$/m);
  });

  test('sends a body that is JSON, a file or stdin, and prints the response', async () => {
    const { sandbox, run } = await startLibrary();
    const file = join(temporaryFolder(), 'book.json');
    writeFileSync(file, '{"title": "Emma"}');
    for (const body of ['{"title":"Persuasion"}', `@${file}`, '@-']) {
      const { status, stdout } = await run(`books create --body ${body}`, { stdin: '{"title": "Sanditon"}' });
      expect(status).toBe(0);
      expect(stdout).toMatch(/^title +\w+$/m);
    }
    const titles = [...(sandbox.resources['books']?.values() ?? [])].map((book) => (book as { title: string }).title);
    expect(titles.toSorted()).toEqual(['Emma', 'Middlemarch', 'Persuasion', 'Sanditon']);
  });

  test('sends a body with the JSON media type that the operation accepts', async () => {
    const { sandbox, run } = await startLibrary();
    const type = 'application/merge-patch+json';
    const other = commands.map((one) => (one.id === 'createBook' ? { ...one, body: { required: true, type } } : one));
    await run('books create --body {"title":"Emma"}', { commands: other });
    expect(sandbox.requests.at(-1)?.headers).toMatchObject({ 'content-type': type });
  });

  test.each(['books create --body {"title":"New"}', 'books delete-all'])(
    'prints "unknown" and sends only a token request with --dry-run, because no GET reads the item: $0',
    async (line) => {
      const { sandbox, run } = await startLibrary();
      const { status, stderr } = await run(`${line} --dry-run`);
      expect(status).toBe(0);
      expect(stderr).toContain('Finished: 0 exist, 0 missing, 1 unknown, 0 failed\n');
      expect(sandbox.requests.map(({ operation }) => operation)).toEqual(['token']);
    },
  );

  test('that deletes all items asks for confirmation of the request', async () => {
    const { sandbox, run } = await startLibrary();
    const { status, stderr } = await run('books delete-all');
    expect(status).toBe(2);
    expect(stderr).toContain('pass --yes to confirm: Send DELETE /books (tenant ');
    expect((await run('books delete-all --yes')).status).toBe(0);
    expect(sandbox.resources['books']?.size).toBe(0);
  });
});

describe('a command with several path parameters', () => {
  test('takes each of them as an argument, and makes one call', async () => {
    const { run } = await startLibrary();
    const created = await run(`books notes create ${BOOK} --body {"text":"Long."} --yes --json`);
    const { results } = JSON.parse(created.stdout);
    const { status, stdout } = await run(`books notes read ${BOOK} ${results[0].data.id} --json`);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).results).toEqual([
      { id: `${BOOK} ${results[0].data.id}`, outcome: 'done', status: 200, data: results[0].data },
    ]);
  });

  test('exits with status 2 if it gets too few or too many arguments', async () => {
    const { run } = await startLibrary();
    expect(await run('books notes read bok_1')).toMatchObject({
      status: 2,
      stderr: "missing required argument 'id'. tenant-management books notes read --help lists the options\n",
    });
    expect((await run('books notes read bok_1 1 2')).stderr).toContain('too many arguments');
  });
});

describe('a bulk command', () => {
  test('that reads items prints the data of each item to stdout, and each failed item to stderr', async () => {
    const { run } = await startLibrary();
    const { status, stdout, stderr } = await run(`books read ${BOOK} bok_none`);
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`^id +${BOOK}$`, 'm'));
    expect(stdout).not.toContain('bok_none');
    expect(stderr).toMatch(/^bok_none\tfailed\t404 /m);
  });

  test('that changes more than one item asks for confirmation, and one that changes one item starts', async () => {
    const { sandbox, run } = await startLibrary();
    const { status, stderr } = await run(`books update ${BOOK} bok_2 --body {"title":"New"}`);
    expect(status).toBe(2);
    expect(stderr).toContain('pass --yes to confirm: Change 2 items (tenant ');
    expect((await run(`books update ${BOOK} --body {"title":"New"}`)).status).toBe(0);
    expect(sandbox.resources['books']?.get(BOOK)).toMatchObject({ title: 'New' });
  });

  test('with --dry-run reads each item, prints what exists and what is missing, and changes nothing', async () => {
    const { sandbox, run } = await startLibrary();
    const { status, stdout, stderr } = await run(`books delete ${BOOK} bok_none --dry-run`);
    expect(status).toBe(0);
    const lines = stdout.split('\n').filter((line) => line !== '');
    expect(lines.toSorted()).toEqual([`${BOOK}\texists`, expect.stringMatching(/^bok_none\tmissing\t404 /)]);
    expect(stderr).toContain('Finished: 1 exist, 1 missing, 0 unknown, 0 failed\nNothing was changed (--dry-run).\n');
    expect(sandbox.requests.map(({ operation }) => operation)).toEqual(['token', 'readBook', 'readBook']);
    expect((await run(`books delete ${BOOK} bok_none --dry-run --strict`)).status).toBe(1);
  });

  test('with --dry-run does not say that it may have deleted a missing item after a 503, because it only reads', async () => {
    const { sandbox, run } = await startLibrary();
    sandbox.fail({ id: 'bok_none', with: 503, headers: { 'Retry-After': '0' } });
    const { status, stdout, stderr } = await run('books delete bok_none --dry-run --json');
    expect(status).toBe(5);
    expect(JSON.parse(stdout).results).toEqual([
      { id: 'bok_none', outcome: 'missing', status: 404, reason: expect.stringMatching(/^404 /) },
    ]);
    expect(stderr).not.toContain('may have deleted');
  });

  test('with --dry-run after an earlier run reads only unfinished items, and does not affect the journal or the next run', async () => {
    const { sandbox, run } = await startLibrary();
    const command = `books delete ${BOOK} bok_2 bok_3 bok_none --strict`;
    const books = sandbox.resources['books'];
    books?.set('bok_2', { id: 'bok_2' });
    sandbox.fail({ id: 'bok_2', with: 409 });
    sandbox.fail({ id: 'bok_3', with: 409, times: 2 });
    expect((await run(`${command} --yes`)).status).toBe(1);
    const sent = sandbox.requests.length;

    const { status, stdout, stderr } = await run(`${command} --dry-run --json`);
    const read = sandbox.requests.slice(sent).filter(({ operation }) => operation !== 'token');
    expect(read.map(({ method, params }) => `${method} ${params?.['book_id']}`).toSorted()).toEqual([
      'GET bok_2',
      'GET bok_3',
      'GET bok_none',
    ]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { total: 4, exists: 1, done: 1, missing: 1, failed: 1, resumed: 1, unfinished: 0 },
    });
    expect(stderr).toContain('Finished: 1 exist, 1 missing, 0 unknown, 1 failed, 1 done by earlier runs\n');
    expect(stderr).not.toMatch(/To continue|may have deleted/);

    expect((await run(`${command} --yes`)).stderr).toContain('Finished: 1 deleted, 2 missing, 0 failed, 1 done by');
    expect(books?.has('bok_2')).toBe(false);
  });

  test('has a help that names the command that lists the ids', async () => {
    const { stdout } = await runCli(['books', 'delete', '--help'], { commands });
    expect(stdout).toContain('Source of the ids:\n  List them with: tenant-management books list\n');
  });
});

test.each([
  ['books replace', 'tenant-management books replace ID --body @body.json\n'],
  ['books create', 'Usage: tenant-management books create [options]\n'],
  ['books notes create', 'cut -d, -f1 | tenant-management books notes create - --body @body.json --yes\n'],
])('the help of "%s" shows what the operation requires', async (words, line) => {
  expect((await runCli([...words.split(' '), '--help'], { commands })).stdout).toContain(line);
});

describe('missing or invalid --query and --body options', () => {
  test.each([
    {
      line: 'books list --query genr=x',
      message: '--query must start with the name of a query parameter; did you mean "genre"?',
    },
    { line: 'books list --query genre', message: '--query must be a name and a value, such as --query name=value' },
    { line: 'books create', message: 'pass --body @file.json; the operation requires a body' },
    { line: 'books create --body {', message: '--body must be valid JSON; for a file, write --body @file.json' },
    { line: 'books create --body @missing.json', message: 'missing.json must be a file that can be read' },
    { line: 'books read bok_1 --body {}', message: 'unknown option --body' },
  ])('cause exit status 2 in the command "$line"', async ({ line, message }) => {
    const { sandbox, run } = await startLibrary();
    expect(await run(line)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
    expect(sandbox.requests).toEqual([]);
  });
});
