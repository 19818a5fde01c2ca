import { describe, expect, test } from 'vitest';
import { readCsvIds } from '../src/input/csv-ids.ts';
import { DELETE, runCli, startTenant } from './run-cli.ts';

/** Variables of a tenant that does not exist, because a command with wrong input must not send anything. */
const env = { TENANT_DOMAIN: 'acme.example.com', TENANT_CLIENT_ID: 'help-desk', TENANT_CLIENT_SECRET: 'secret' };

const HIDDEN = 'the id must not contain the control or invisible character ';
const NOT_UTF_8 = 'stdin must be UTF-8; convert the file with iconv or, in a spreadsheet, save it as "CSV UTF-8"';

describe('a CSV file', () => {
  test.each([
    { title: 'commas', text: 'id,name\ndev_1,Ada\ndev_2,Bob\n' },
    { title: 'semicolons', text: 'name;id\nAda;dev_1\nBob, the "2nd";dev_2\n'.replace(/"/g, "'") },
    { title: 'tabs', text: 'name\tid\nAda\tdev_1\nBob\tdev_2\n' },
    { title: 'quotes and line breaks in cells', text: 'name,id\n"Ada,\nof ""London""",dev_1\nBob,"dev_2"\n' },
    { title: 'Windows line ends, empty rows and spaces', text: 'id , name\r\n dev_1 ,Ada\r\n\r\ndev_2,Bob\r\n\r\n' },
    { title: 'mixed line ends', text: 'id,name\rdev_1,"Ada\r\n"\n\ndev_2,Bob\r\n' },
    { title: 'quotes around all cells, including headers', text: '"name","id"\n"Ada","dev_1"\n"Bob","dev_2"\n' },
    { title: 'empty cells at the ends of the rows', text: 'id;;\ndev_1;;\ndev_2;;\n' },
    { title: 'no line end after the last row', text: 'id\ndev_1\ndev_2' },
  ])('is read if it has $title', ({ text }) => {
    expect(readCsvIds(text, 'ids.csv')).toEqual(['dev_1', 'dev_2']);
  });

  test('can have an id that is the name of a column', () => {
    expect(readCsvIds('id,status\nstatus,done\nid,done\n', 'ids.csv')).toEqual(['status', 'id']);
  });

  test('can have ids such as =a; an apostrophe that --failures wrote before such an id is removed', () => {
    expect(readCsvIds("id\n=a\n'-b\n'c\n", 'ids.csv')).toEqual(['=a', '-b', "'c"]);
  });

  type RejectedCsv = [title: string, text: string, message: string];
  test.each<RejectedCsv>([
    ['no column "id"', 'user,ident\na,b\n', 'ids.csv must have the column "id" in its first row'],
    ['no rows', '', 'ids.csv must have a header row'],
    ['two columns "id"', 'id,id\na,b\n', 'ids.csv: the header row must contain the column "id" only once'],
    ['an empty id', 'id,name\ndev_1,Ada\n,Bob\n', 'line 3 of ids.csv: the id must not be empty'],
    ['NUL in an id', 'id\ndev_1\ndev\0_2\n', `line 3 of ids.csv: ${HIDDEN}U+0000`],
    ['a line break in an id', 'id\n"dev\n_2"\n', `line 3 of ids.csv: ${HIDDEN}U+000A`],
    ['the id ..', 'id\n..\n', 'line 2 of ids.csv: the id must not be "." or ".."'],
    [
      'a comma in a cell without quotes',
      'user,id\nAda,a\nLovelace, Ada,b\n',
      'line 3 of ids.csv must have as many cells',
    ],
    ['a row with too few cells', 'user,id,other_id\nAda,dev_2\n', 'line 2 of ids.csv must have as many cells'],
    ...['202E', '200B', '00AD', 'FEFF', '3164', '115F', '1160', 'FFA0', '2800', 'E0001'].map((code): RejectedCsv => {
      const text = `id\r\ndev_1\rdev${String.fromCodePoint(Number.parseInt(code, 16))}_2\n`;
      return [`an id with the invisible character U+${code}`, text, `line 3 of ids.csv: ${HIDDEN}U+${code}`];
    }),
    ...['id,name', ' id , name', '\uFEFF"id","name"', 'Name,ID'].map((row): RejectedCsv => {
      const text = `id,name\r\ndev_1,Ada\n${row}\ndev_2,Bob\n`;
      return [`a second header row ${row}`, text, 'line 3 of ids.csv must not repeat the header row; remove'];
    }),
    ['invalid quotes in the header row', '"id"x\ndev_1\n', 'ids.csv must be valid CSV; the quotes in line 1 are'],
    ['a quote that does not end', 'id\n"secret\n', 'ids.csv must be valid CSV; the quotes in line'],
  ])('is rejected if it has %s, and the message names the file or the line', (_title, text, message) => {
    expect(() => readCsvIds(text, 'ids.csv')).toThrow(message);
  });

  test('without the column of --column is rejected, and the message suggests the closest column', () => {
    expect(() => readCsvIds('user,enrolment\na,b\n', 'ids.csv', 'enrollment')).toThrow('did you mean "enrolment"?');
  });
});

describe('the ids of a command', () => {
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
    ['only -, and stdin is not UTF-8', ['-'], NOT_UTF_8, Buffer.from('\uFEFFid\ndev_1\n', 'utf16le')],
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
