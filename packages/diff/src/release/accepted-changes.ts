import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { isObject, linesOf, parseYaml } from 'tenant-management-document';
import { didYouMean } from '../../../../src/options/closest-name.ts';
import type { Bump, Change, Location } from '../change.ts';
import { POLICY } from '../policy.ts';
import { BUMPS } from '../report/change-list.ts';

/** An entry of a file of accepted changes. */
interface AcceptedChange {
  readonly pointer: string;
  readonly kind: string;
  readonly reason: string;
  /** The last day on which the change is accepted, such as `2027-01-31`. */
  readonly until: string;
}

/** The content of a file of accepted changes. */
interface AcceptedChanges {
  readonly changes?: readonly AcceptedChange[];
  /** Bumps that replace those of the policy. */
  readonly severities?: Readonly<Record<string, Bump>>;
}

/** A problem in the file of accepted changes. */
export interface Problem extends Location {
  readonly message: string;
}

/** The changes with the ratings of a file of accepted changes, and the entries of the file that have no effect. */
export interface AcceptedResult {
  readonly changes: readonly Change[];
  readonly problems: readonly Problem[];
}

/** Name of the file of accepted changes that `npm run diff` reads from the folder of the document. */
export const ACCEPTED_FILE = 'accepted-changes.yaml';

/**
 * Rates changes by a file of accepted changes.
 *
 * @param root Absolute path of the folder to which the paths of files are relative.
 * @param date Day of the comparison, such as `2027-01-31`. Entries that end before this day accept nothing.
 * @throws Error If the file cannot be read or is not valid. The message has a line for each problem.
 */
export async function acceptChanges(
  changes: readonly Change[],
  path: string,
  root: string,
  date: string,
): Promise<AcceptedResult> {
  const file = path.startsWith(`${root}/`) ? relative(root, path) : path;
  // The cast is safe: problemsIn() has checked the content.
  const content = (await parseYaml(file, await readFile(path, 'utf8'), problemsIn)) as AcceptedChanges;
  const { changes: entries = [], severities = {} } = content;
  const isSame = (entry: AcceptedChange, { pointer, kind }: Change) => entry.pointer === pointer && entry.kind === kind;
  const rated = changes.map((change): Change => {
    const bump = Object.hasOwn(severities, change.kind) ? (severities[change.kind] ?? change.bump) : change.bump;
    const accepted = entries.find((entry) => entry.until >= date && isSame(entry, change));
    return {
      ...change,
      bump,
      breaks: bump === 'major' ? change.breaks : [],
      ...(accepted !== undefined && { accepted: { reason: accepted.reason, until: accepted.until } }),
    };
  });
  const lineOf = linesOf(path);
  const problems = entries.flatMap((entry, index): Problem[] => {
    const isUsed = changes.some((change) => isSame(entry, change));
    if (isUsed && entry.until >= date) return [];
    const message = isUsed
      ? `The change at ${entry.pointer} is not accepted after ${entry.until}: undo the change, or set a later date`
      : `No change has the kind ${entry.kind} and the pointer ${entry.pointer}: remove this entry`;
    return [{ file, line: lineOf(['changes', String(index)]), message }];
  });
  return { changes: rated, problems };
}

/** A path in the file, and a message. */
type Found = { readonly path: readonly (string | number)[]; readonly text: string };

const BUMP_NAMES = BUMPS.filter((bump) => bump !== 'none');

function problemsIn(content: unknown): Found[] {
  if (!isObject(content)) return [{ path: [], text: 'must be an object with the members changes and severities' }];
  const { changes = [], severities = {} } = content;
  return [
    ...unknownMembers(content, ['changes', 'severities'], []),
    ...(Array.isArray(changes)
      ? changes.flatMap(entryProblems)
      : [{ path: ['changes'], text: 'changes: must be a list' }]),
    ...(isObject(severities)
      ? Object.entries(severities).flatMap(([kind, bump]) => [
          ...kindProblems(kind, ['severities', kind]),
          ...(BUMP_NAMES.some((name) => name === bump)
            ? []
            : [{ path: ['severities', kind], text: `severities.${kind}: must be ${BUMP_NAMES.join(' or ')}` }]),
        ])
      : [
          {
            path: ['severities'],
            text: 'severities: must map kinds of changes to bumps, such as "text-changed: minor"',
          },
        ]),
  ];
}

const MEMBERS: Readonly<Record<keyof AcceptedChange, string>> = {
  pointer: 'must be the pointer of a change; npm run diff prints the pointer',
  kind: 'must be the kind of a change; npm run diff prints the kind',
  reason: 'must state why the change is accepted',
  until: 'must be the last day on which the change is accepted, such as 2027-01-31',
};

function entryProblems(entry: unknown, index: number): Found[] {
  const path = ['changes', index];
  if (!isObject(entry)) return [{ path, text: `changes[${index}]: must have ${Object.keys(MEMBERS).join(', ')}` }];
  const isValid = (name: string, value: unknown) =>
    typeof value === 'string' && (name === 'pointer' || value.trim() !== '') && (name !== 'until' || isDate(value));
  const invalid = Object.entries(MEMBERS).filter(([name]) => !isValid(name, entry[name]));
  return [
    ...unknownMembers(entry, Object.keys(MEMBERS), path),
    ...invalid.map(([name, text]) => ({ path: [...path, name], text: `changes[${index}].${name}: ${text}` })),
    ...(typeof entry['kind'] === 'string' ? kindProblems(entry['kind'], [...path, 'kind']) : []),
  ];
}

function unknownMembers(node: object, known: readonly string[], path: Found['path']): Found[] {
  const unknown = Object.keys(node).filter((name) => !known.includes(name));
  return unknown.map((name) => ({ path: [...path, name], text: `"${name}" is unknown${didYouMean(name, known)}` }));
}

function kindProblems(kind: string, path: Found['path']): Found[] {
  const kinds = Object.keys(POLICY);
  return kinds.includes(kind) ? [] : [{ path, text: `the kind "${kind}" is unknown${didYouMean(kind, kinds)}` }];
}

/** Returns whether a string is a date that exists, such as `2027-01-31`. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}
