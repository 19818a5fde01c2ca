import { spawnSync } from 'node:child_process';

/** The generated files with all operation ids and scopes, and with all paths. */
const NAMED = ['packages/sandbox/src/generated/resources.ts', 'src/generated/management.ts'];

/** Matches an operation id, a scope or a path in these files. */
const NAMES = /^ {2}\| "(.+)"|^ {4}"(\/.*)": \{$/gm;

/** The files that name parts of the document. All other tests use the fixture, and the rest is generated or history. */
const NAMING = [
  ...['openapi', 'docs', 'examples', 'bench', 'compat', 'src', 'packages', 'test/contract', 'test/site'],
  ...['*.md', ':!*/generated/*', ':!packages/*/test/*', ':!*CHANGELOG.md', ':!.changeset'],
];

/**
 * Lists the places of operation ids, scopes and paths that the last commit has in its generated files and the new files
 * do not have, as `<file>:<line>:<text>`. The list is empty in a folder without git.
 */
export function lostNamePlaces(files: ReadonlyMap<string, string>, folder: string): string[] {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY }).stdout ?? '';
  const namesIn = (text: string) =>
    [...text.matchAll(NAMES)].flatMap(([, name, path = '']) => (name === undefined ? formsOf(path) : [name]));
  const names = NAMED.flatMap((file) => namesIn(files.get(file) ?? ''));
  const lost = NAMED.flatMap((file) => namesIn(git('show', `HEAD:./${file}`))).filter((name) => !names.includes(name));
  if (lost.length === 0) return [];
  const end = (name: string) => `([^[:alnum:]_${name.startsWith('/') ? '/' : '%~'}]|$)`;
  const patterns = lost.flatMap((name) => ['-e', placePattern(name, names) + end(name)]);
  const places = git('grep', '-noE', '--untracked', ...patterns, '--', ...NAMING);
  return places.split('\n').filter((place) => place !== '');
}

/** Returns the forms of a path in texts, in JSON pointers, and in URLs of the sandbox's control API. */
const formsOf = (path: string): string[] => {
  const key = path.replaceAll(/^\/|\/\{.*?\}/g, '').replaceAll('/', '%2F');
  return [path, path.replaceAll('/', '~1'), `resources/${key}`];
};

/** Returns the pattern of a lost name. A path also occurs with values, unless only the name of a parameter changed. */
function placePattern(name: string, names: readonly string[]): string {
  const literal = name.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&');
  if (!name.startsWith('/')) return `(^|[^[:alnum:]_])${literal}`;
  const withValues = literal.replaceAll(/\\\{.*?\\\}/g, '[^/ ]+');
  return names.some((other) => new RegExp(`^${withValues}$`).test(other)) ? literal : withValues;
}
