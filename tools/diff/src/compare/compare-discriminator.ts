import { isDeepStrictEqual } from 'node:util';
import { isObject } from 'tools-document/model';
import type { MergedSchema } from '../schema/merged-schema.ts';
import { both, reportIn, type SchemaContext } from '../schema/schema-context.ts';

/** A discriminator with the alternative that each value selects. */
interface Discriminator {
  readonly propertyName: unknown;
  /** Names of components by value. */
  readonly mapping: ReadonlyMap<string, string>;
  /**
   * The keys that the document shows. The comparison of the alternatives reports each other key whose alternative was
   * added or removed.
   */
  readonly shown: readonly string[];
  readonly pointer: string;
}

/**
 * Compares discriminators. Each key of the mapping is a value that selects an alternative. Without a key, the name of the
 * component is this value.
 */
export function compareDiscriminator(context: SchemaContext, old: MergedSchema, now: MergedSchema, name: string): void {
  const [before, after] = [discriminatorOf(old), discriminatorOf(now)];
  if (before === undefined && after === undefined) return;
  const pointer = (after ?? before)?.pointer ?? now.pointer;
  const names = new Set(alternativeNames(now));
  /** A component that is no longer an alternative counts as renamed: the comparison of the alternatives reports others. */
  const isSame = (target: string, other: string) => target === other || (names.size > 0 && !names.has(target));
  const keys = (one: Discriminator | undefined, others: Discriminator | undefined) =>
    [...(one?.mapping ?? [])].filter(([key]) => !others?.mapping.has(key));
  const [removed, added] = [keys(before, after), keys(after, before)];
  const isMoved = [...(before?.mapping ?? [])].some(([key, target]) => {
    const other = after?.mapping.get(key);
    return other !== undefined && !isSame(target, other);
  });
  /** Whether an alternative that both versions have gets another value. */
  const isReplaced =
    removed.length > 0 &&
    added.some(([, target]) => removed.some(([, other]) => isSame(other, target) && !selects(after, other)));
  if (isMoved || isReplaced || !isDeepStrictEqual(before?.propertyName, after?.propertyName))
    reportIn(context, both('discriminator-changed'), pointer, { name });
  else {
    const [lost, gained] = [removed, added].map((entries) => entries.map(([key]) => key));
    const shown = (keys: readonly string[] = [], one: Discriminator | undefined) =>
      keys.filter((key) => one?.shown.includes(key) || (one === before && names.has(key))).join(', ');
    const [to, gone] = [shown(gained, after), shown(lost, before)];
    if (to !== '') reportIn(context, both('alternative-added'), pointer, { name, to });
    if (gone !== '') reportIn(context, both('alternative-removed'), pointer, { name, to: gone });
  }
}

const selects = (discriminator: Discriminator | undefined, target: string): boolean =>
  [...(discriminator?.mapping.values() ?? [])].includes(target);

/** Returns the names of the components that are alternatives of a value. */
const alternativeNames = ({ choices }: MergedSchema): string[] =>
  choices.flatMap(({ branches }) => branches.flatMap(({ component }) => component?.split('/').at(-1) ?? []));

function discriminatorOf(schema: MergedSchema): Discriminator | undefined {
  const [entry] = schema.keywords.get('discriminator') ?? [];
  if (entry === undefined || !isObject(entry.value)) return undefined;
  const { propertyName, mapping } = entry.value;
  const nameOf = (target: unknown) => String(target).split('/').at(-1) ?? '';
  const shown = Object.entries(isObject(mapping) ? mapping : {}).map(([key, target]) => [key, nameOf(target)] as const);
  const alternatives = alternativeNames(schema);
  const implicit = alternatives.filter((name) => shown.every(([, target]) => target !== name));
  // Without alternatives, each schema that refers to this schema has its name as a value.
  const isDefault = ([key, target]: readonly [string, string]) => alternatives.length === 0 && key === target;
  return {
    propertyName,
    mapping: new Map([...shown.filter((one) => !isDefault(one)), ...implicit.map((name) => [name, name] as const)]),
    shown: shown.map(([key]) => key),
    pointer: entry.pointer,
  };
}
