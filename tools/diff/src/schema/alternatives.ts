import { CHOICES, subschemasOf } from 'tools-document';
import type { Place } from '../place.ts';
import { isEqual, isText, withoutTexts } from '../texts.ts';
import { type Choice, mergeSchemas } from './merged-schema.ts';

/** Returns the alternatives of both versions if one version is an alternative of the other version. */
export function unionWith(before: readonly Place[], after: readonly Place[]): [Choice, Choice] | undefined {
  const [old, ...othersBefore] = before;
  const [now, ...othersAfter] = after;
  if (old === undefined || now === undefined || othersBefore.length + othersAfter.length > 0) return undefined;
  const choiceIn = (union: Place, single: Place): Choice | undefined => {
    const others = Object.keys(union.node).filter((key) => !CHOICES.includes(key) && !isText(key, union.node[key]));
    const [{ types }, { types: own = ['any'] }] = [mergeSchemas([union]), mergeSchemas([single])];
    const isUnion =
      CHOICES.some((keyword) => keyword in union.node) &&
      others.every((key) => key === 'type' || key === 'discriminator') &&
      [...own].every((type) => types?.has(type) ?? true);
    const [choice, ...more] =
      isUnion && mergeSchemas([single]).choices.length === 0 ? mergeSchemas([union]).choices : [];
    const isAlternative = choice?.branches.some((branch) => hasSameSchema(branch, onlyAlternative(single)));
    return isAlternative && more.length === 0 ? choice : undefined;
  };
  const alone = (place: Place, { keyword }: Choice): Choice => ({
    keyword,
    pointer: place.pointer,
    branches: [onlyAlternative(place)],
    isDiscriminated: false,
  });
  const [wider, narrower] = [choiceIn(now, old), choiceIn(old, now)];
  if (wider !== undefined) return [alone(old, wider), wider];
  return narrower && [narrower, alone(now, narrower)];
}

/** Returns the alternative of a schema that has a single alternative; otherwise the schema itself. */
function onlyAlternative(schema: Place): Place {
  const [only, ...others] = CHOICES.flatMap((keyword) => subschemasOf(schema, keyword)).filter(
    ({ node }) => node['type'] !== 'null',
  );
  return only !== undefined && others.length === 0 ? only : schema;
}

/** Returns whether two places refer to the same component. */
export const isSameComponent = (before: Place, after: Place): boolean =>
  before.component !== undefined && before.component === after.component;

/** Returns whether two places refer to the same component, or have equal values except for their texts. */
export const hasSameSchema = (before: Place, after: Place): boolean =>
  isSameComponent(before, after) || isEqual(withoutTexts(before.value), withoutTexts(after.value));
