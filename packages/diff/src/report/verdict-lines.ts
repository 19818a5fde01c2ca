import type { Bump, Change, Location } from '../change.ts';
import type { Verdict } from '../verdict.ts';
import { BUMPS } from './change-list.ts';

/** The names of the two versions that were compared. */
export interface Versions {
  readonly since: string;
  /** Absent for the working tree. */
  readonly until?: string;
}

/** Returns the bump of a change, or `accepted`. */
export const ratingOf = ({ bump, accepted }: Change): Bump | 'accepted' => (accepted === undefined ? bump : 'accepted');

/** Returns the rating and the kind of a change, its operation, and the audiences for whom the change is breaking. */
export function titleOf(change: Change): string {
  const { kind, operation, breaks } = change;
  const name = operation === null ? '' : `  ${operation}`;
  return `${ratingOf(change)}  ${kind}${name}${breaks.length > 0 ? `  (breaks ${breaks.join(', ')})` : ''}`;
}

/** Returns the ratings that occur among changes, the largest first, each with its changes. */
export const byRating = (changes: readonly Change[]): (readonly [Bump | 'accepted', readonly Change[]])[] =>
  [...BUMPS.toReversed(), 'accepted' as const]
    .map((rating) => [rating, changes.filter((change) => ratingOf(change) === rating)] as const)
    .filter(([, found]) => found.length > 0);

/** Returns the number of changes for each bump, the needed version, and the audiences. */
export function summaryOf({ bump, changes }: Verdict, { since, until }: Versions): string {
  if (changes.length === 0)
    return until === undefined
      ? `The contract is the same as at ${since}.`
      : `The contracts of ${since} and ${until} are the same.`;
  const counts = byRating(changes).map(([each, found]) => `${found.length} ${each}`);
  const broken = [...new Set(changes.flatMap((change) => (change.accepted === undefined ? change.breaks : [])))];
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

/** Number of operations that the affected operations of a change name. */
const MAX_OPERATIONS = 5;

/** Returns sentences about a change: the affected operations if there are several, the deprecation, the acceptance. */
export function notesOf({ operations, removal, accepted }: Change): string[] {
  const others = operations.length - MAX_OPERATIONS;
  const names = operations.slice(0, MAX_OPERATIONS).join(', ');
  const affected = `Affects ${operations.length} operations: ${names}${others > 0 ? ` and ${others} more` : ''}.`;
  return [
    ...(operations.length > 1 ? [affected] : []),
    ...(removal === undefined ? [] : [removal]),
    ...(accepted === undefined ? [] : [`Accepted until ${accepted.until}: ${accepted.reason}`]),
  ];
}

/** Returns a file and a line, such as `openapi/management.yaml:12`. */
export const lineOf = ({ file, line }: Location): string => `${file}:${line}`;

/** Returns the entries of the file of accepted changes that have no effect, each on one line. */
export const problemLines = ({ problems = [] }: Verdict): string[] =>
  problems.map((problem) => `${lineOf(problem)}: ${problem.message}.`);
