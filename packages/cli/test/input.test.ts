import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import type { CommandContext } from '../src/command-context.ts';
import { type CsvOptions, readCsvIds } from '../src/input/csv-ids.ts';
import { readParts } from '../src/input/read-text.ts';
import { DELETE, runCli, startTenant } from './run-cli.ts';

/** Variables of a tenant that does not exist, because a command with wrong input must not send anything. */
const env = { TENANT_DOMAIN: 'acme.example.com', TENANT_CLIENT_ID: 'help-desk', TENANT_CLIENT_SECRET: 'secret' };

const HIDDEN = 'the id must not contain the control or invisible character ';

/** A CSV file: an entry of `csv-files.yaml`. The comment at the start of that file describes the members. */
interface CsvFile {
  readonly text: string;
  readonly encoding?: 'latin1' | 'utf16le' | 'utf16be';
  readonly column?: string;
  readonly skipsEmpty?: boolean;
  readonly ids?: readonly string[];
  readonly duplicates?: number;
  readonly skipped?: number;
  readonly error?: string;
}

const files: Readonly<Record<string, CsvFile>> = readYaml(import.meta.dirname, 'csv-files.yaml');

/** Reads a CSV file that arrives on stdin in chunks of some bytes. */
async function readCsv(bytes: Uint8Array, options: Partial<CsvOptions> = {}, chunkBytes = bytes.length || 1) {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const context = { stdin: Readable.from(chunks), signal: new AbortController().signal };
  // The cast is safe: only these members are read.
  const parts = readParts('-', context as unknown as CommandContext);
  const { table, ...input } = await readCsvIds(parts, { name: 'ids.csv', ...options });
  return input;
}

describe('a CSV file', () => {
  test.each(
    Object.entries(files).flatMap(([title, file]) => [
      { title, file, chunkBytes: undefined },
      { title, file, chunkBytes: 3 },
    ]),
  )('with $title is read or rejected with the remedy, in chunks of $chunkBytes bytes', async ({ file, chunkBytes }) => {
    const { text, encoding, column, skipsEmpty = false, ids, duplicates = 0, skipped = 0, error } = file;
    const bytes = Buffer.from(text, encoding === 'utf16be' ? 'utf16le' : encoding);
    if (encoding === 'utf16be') bytes.swap16();
    const result = await readCsv(bytes, { column, skipsEmpty }, chunkBytes).catch(({ message }: Error) => ({
      error: message.replace(/^stdin/, 'ids.csv').slice(0, error?.length),
    }));
    expect(result).toEqual(error === undefined ? { ids, duplicates, skipped } : { error });
  });

  test.each(['202E', '200B', '00AD', 'FEFF', '3164', '115F', '1160', 'FFA0', '2800', 'E0001'])(
    'is rejected if an id has the invisible character U+%s',
    async (code) => {
      const text = `id\r\ndev_1\rdev${String.fromCodePoint(Number.parseInt(code, 16))}_2\n`;
      await expect(readCsv(Buffer.from(text))).rejects.toThrow(`line 3 of ids.csv: ${HIDDEN}U+${code}`);
    },
  );
});

describe('the ids of a command', () => {
  test('are read without the empty rows that --skip-empty skips, and the summary counts these rows', async () => {
    const tenant = await startTenant();
    const command = [...DELETE, '--csv', '-', '--skip-empty', '--yes', '--json'];
    const { stdout, stderr } = await tenant.run(command, { stdin: 'name,id\nAda,dev_1\nBob\n' });
    expect(stderr).toContain('\nRows without an id that --skip-empty skipped: 1.\n');
    expect(JSON.parse(stdout).summary).toMatchObject({ total: 1, missing: 1, skipped: 1 });
  });

  test.each<[title: string, args: string[], message: string, stdin?: string | Uint8Array]>([
    ['no id', [], 'pass at least one id, --csv <file> for a column of a CSV file, or - to read ids from stdin'],
    ['both an id and --csv', ['dev_1', '--csv', 'ids.csv'], 'pass the ids either as arguments or with --csv'],
    ['both an id and -', ['dev_1', '-'], 'pass the ids either as arguments or on stdin (-)'],
    ['--column without --csv', ['dev_1', '--column', 'id'], '--column needs --csv <file>'],
    ['an empty id', ['dev_1', ''], 'id 2 of the arguments: the id must not be empty'],
    ['the id .', ['.'], 'id 1 of the arguments: the id must not be "." or ".."'],
    ['a missing file', ['--csv', 'a.csv'], 'a.csv must be a file that can be read; reading it failed with ENOENT'],
    ['only -, and stdin is empty', ['-'], 'stdin must contain at least one id, one per line'],
    ['only -, and a line of stdin has a control character', ['-'], `line 2 of stdin: ${HIDDEN}U+0007`, 'a\nb\u0007c\n'],
    ['--skip-empty without --csv', ['dev_1', '--skip-empty'], '--skip-empty needs --csv <file>'],
    [
      'a CSV without ids',
      ['--csv', '-', '--skip-empty'],
      'stdin must have at least one id below the header row',
      'id,a\n,b\n',
    ],
    ['a CSV with a header row only', ['--csv', '-'], 'stdin must have at least one row below the header row', 'id,a\n'],
  ])('are rejected with exit status 2 if the arguments contain %s', async (_title, args, message, stdin = '') => {
    expect(await runCli([...DELETE, ...args, '--yes'], { env, stdin })).toEqual({
      status: 2,
      stdout: '',
      stderr: `${message}\n`,
    });
  });

  test('can contain a slash and any other character except control characters: each id is sent as one segment of the path', async () => {
    const ids = ['a/b', 'a b', 'ü?x=1#y', '-dash', '100%'];
    const tenant = await startTenant({ enrollments: ids.map((id) => ({ id })) });
    const { status } = await tenant.run([...DELETE, '--yes', '--', ...ids]);
    expect(status).toBe(0);
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });
});
