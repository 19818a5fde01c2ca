import type { Bump, Change } from './change.ts';
import { type Kind, POLICY } from './policy.ts';

/** Bumps from the smallest to the largest. */
export const BUMPS: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** Returns the largest of some bumps, or `none` if there are none. */
export const largestBump = (bumps: readonly Bump[]): Bump => BUMPS.findLast((bump) => bumps.includes(bump)) ?? 'none';

/** The names in the action of a change. Without a name, or with an empty name, the action says "the body". */
export interface Names {
  readonly name?: string;
  readonly to?: string;
}

/** Records a change of the operation that is compared. */
export type Report = (kind: Kind, pointer: string, names?: Names) => void;

/** Collects changes. A change of a component that several operations use occurs once. */
export interface ChangeList {
  /** Returns a function that records changes of an operation. Pass `null` for changes of more than one operation. */
  reportFor(operation: string | null): Report;
  changes(): Change[];
}

export function changeList(): ChangeList {
  const found = new Map<string, Change>();
  return {
    reportFor:
      (operation) =>
      (kind, pointer, names = {}) => {
        const key = `${kind} ${pointer}`;
        const known = found.get(key);
        const { bump, breaks, action } = POLICY[kind];
        const isShared = known !== undefined && known.operation !== operation;
        found.set(key, {
          operation: isShared ? null : operation,
          pointer,
          kind,
          breaks,
          bump,
          action: fillIn(action, names),
        });
      },
    changes: () =>
      [...found.values()].toSorted((first, second) => BUMPS.indexOf(second.bump) - BUMPS.indexOf(first.bump)),
  };
}

/** Replaces the placeholders of an action. Without a name, "the body" replaces the placeholder and its backticks. */
const fillIn = (action: string, names: Names): string =>
  action.replaceAll(/(`?)\{(name|to)\}\1/g, (_placeholder, quote: string, part: keyof Names) =>
    names[part] ? quote + names[part] + quote : 'the body',
  );
