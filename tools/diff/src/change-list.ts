import { keysOf } from 'tools-document/model';
import { isFlagged } from 'tools-document/schema';
import type { Change } from './change.ts';
import type { Locate } from './contract.ts';
import type { TreeNode } from './document-tree.ts';
import { type ChangeKind, type Names, POLICY, type ReportChange } from './policy.ts';

/** Collects changes. A change of a component that several operations use occurs once. */
export interface ChangeList {
  /** Returns a function that records changes of an operation. Pass `null` for changes of more than one operation. */
  reportFor(operation: string | null): ReportChange;
  /** @param date Day of the new version, such as `2027-01-31`. */
  changes(locate: Locate, date: string): Change[];
}

export function changeList(): ChangeList {
  const found = new Map<string, { kind: ChangeKind; pointer: string; names: Names; operations: Set<string> }>();
  return {
    reportFor:
      (operation) =>
      (kind, pointer, names = {}) => {
        const key = `${kind} ${pointer}`;
        const known = found.get(key);
        const operations = known?.operations ?? new Set();
        if (operation !== null) operations.add(operation);
        const first = known?.names ?? names;
        // The names of one operation belong together, such as the old and the new name of a field.
        const shared = first.name === names.name ? {} : namesInComponent(pointer, names.renamed);
        found.set(key, { kind, pointer, names: { ...first, ...shared }, operations });
      },
    changes: (locate, date) => {
      return [...found.values()].map(({ kind, pointer, names, operations }): Change => {
        const { bump, breaks, action } = POLICY[kind];
        const [first = null, ...others] = operations;
        const removal = names.removed && describeRemoval(kind, names.removed, date);
        return {
          operation: others.length === 0 ? first : null,
          operations: [...operations],
          ...locate(pointer, names.removed !== undefined),
          pointer,
          kind,
          breaks,
          bump,
          action: fillIn(action, { ...names, member: keysOf(pointer).at(-1) ?? '' }),
          ...(removal !== undefined && { removal }),
        };
      });
    },
  };
}

/** Returns the name of a place in a component, or its old and its new name if its old pointer is different. */
function namesInComponent(pointer: string, renamed?: string): Names {
  const [name, to] = [nameInComponent(renamed ?? pointer), nameInComponent(pointer)];
  if (name === undefined || to === undefined) return {};
  return renamed === undefined ? { name } : { name, to };
}

/**
 * Returns a name for a place that operations reach by different fields, such as `Book.author.name`; `undefined` if the
 * place is not in the schema of a component.
 */
function nameInComponent(pointer: string): string | undefined {
  const [components, schemas, name, ...rest] = keysOf(pointer);
  if (components !== 'components' || schemas !== 'schemas' || name === undefined) return undefined;
  const fields = rest.filter((key, index) => rest[index - 1] === 'properties' && key !== 'properties');
  return [name, ...fields].join('.');
}

/** Replaces the placeholders of an action. Without a name, "the body" replaces the placeholder and its backticks. */
const fillIn = (action: string, names: Omit<Names, 'removed' | 'renamed'> & { readonly member: string }): string =>
  action.replaceAll(
    /(`?)\{(name|from|to|member)\}\1/g,
    (_placeholder, quote: string, part: 'name' | 'from' | 'to' | 'member') =>
      names[part] ? quote + names[part] + quote : 'the body',
  );

/** The kinds of removals of something that a document can deprecate. */
const DEPRECABLE: readonly ChangeKind[] = [
  'operation-removed',
  'parameter-removed',
  'request-field-removed',
  'response-field-removed',
  'response-header-removed',
  'security-scheme-removed',
];

/** Returns a sentence that says whether a removed place was deprecated before; `undefined` for other kinds. */
function describeRemoval(kind: ChangeKind, removed: TreeNode, date: string): string | undefined {
  if (!DEPRECABLE.includes(kind)) return undefined;
  const sunset = dayOf(removed.members['x-sunset']);
  if (sunset !== undefined) return `Removed ${date < sunset ? 'before' : 'after'} its sunset date ${sunset}.`;
  const isDeprecated = isFlagged(removed, 'deprecated') || removed.members['x-release-lifecycle'] === 'Deprecated';
  return isDeprecated ? 'Removed after a deprecation.' : 'Removed without a deprecation.';
}

/** Returns the day of a date or a time: RFC 3339. */
const dayOf = (value: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}(?=$|T)/i.exec(String(value))?.[0];
