import { groupBy } from '../../../../common/group-by.ts';
import { BUMPS, type Bump, type Change, type Location } from '../change.ts';
import type { Verdict } from '../verdict.ts';

/** The names of the two versions that were compared. */
export interface VersionNames {
  readonly since: string;
  /** Absent for the working tree. */
  readonly until?: string;
}

/** Returns the bump and the kind of a change, its operation, and the audiences for whom the change is breaking. */
export function titleOf(change: Change): string {
  const { bump, kind, operation, breaks } = change;
  const name = operation === null ? '' : `  ${operation}`;
  return `${bump}  ${kind}${name}${breaks.length > 0 ? `  (breaks ${breaks.join(', ')})` : ''}`;
}

/** Returns the bumps that occur among changes, the largest first, each with its changes. */
export const byBump = (changes: readonly Change[]): (readonly [Bump, readonly Change[]])[] =>
  BUMPS.toReversed()
    .map((bump) => [bump, changes.filter((change) => change.bump === bump)] as const)
    .filter(([, found]) => found.length > 0);

/** Returns the number of changes for each bump, the needed version, and the audiences. */
export function summaryOf({ bump, changes }: Verdict, { since, until }: VersionNames): string {
  if (changes.length === 0)
    return until === undefined
      ? `The contract is the same as at ${since}.`
      : `The contracts of ${since} and ${until} are the same.`;
  const counts = byBump(changes).map(([each, found]) => `${found.length} ${each}`);
  const broken = [...new Set(changes.flatMap(({ breaks }) => breaks))];
  const effect = broken.length > 0 ? `break ${broken.join(', ')}` : 'break nothing';
  const version =
    bump === 'major'
      ? 'a major version (before 1.0, a minor version)'
      : bump === 'none'
        ? 'no new version'
        : `a ${bump} version`;
  const range = until === undefined ? `since ${since}` : `from ${since} to ${until}`;
  return `Changes ${range}: ${counts.join(', ')}. The changes need ${version} and ${effect}.`;
}

/** Returns the number of changes that a list leaves out, by kind; an empty string if it leaves out none. */
export function omittedText(omitted: readonly Change[]): string {
  const counts = [...groupBy(omitted, ({ kind }) => kind)].map(([kind, { length }]) => `${length} ${kind}`);
  return counts.length === 0 ? '' : ` Not listed without --patches: ${counts.join(', ')}.`;
}

/** Number of operations that the affected operations of a change name. */
const MAX_OPERATIONS = 5;

/** Returns sentences about a change: the affected operations if there are several, and the deprecation. */
export function notesOf({ operations, removal }: Change): string[] {
  const others = operations.length - MAX_OPERATIONS;
  const names = operations.slice(0, MAX_OPERATIONS).join(', ');
  const affected = `Affects ${operations.length} operations: ${names}${others > 0 ? ` and ${others} more` : ''}.`;
  return [...(operations.length > 1 ? [affected] : []), ...(removal === undefined ? [] : [removal])];
}

/** Returns a file and a line, such as `openapi/management.yaml:12`. */
export const lineOf = ({ file, line }: Location): string => `${file}:${line}`;
