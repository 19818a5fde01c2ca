import { sample } from 'openapi-sampler';
import { isObject } from '../model/json.ts';
import { visitObjects } from '../model/visit-references.ts';
import type { Direction } from '../validation/validators.ts';
import { MAX_LENGTH } from './keyword-repairs.ts';

/** Maximum number of references that openapi-sampler follows for one value, and for one draft of a part. */
const MAX_REFERENCES = { value: 20_000, draft: 2000 };

/** Creates samples that can be invalid, because openapi-sampler ignores some keywords. */
export interface OpenApiSampler {
  draft(schema: object, isRequiredOnly: boolean): unknown;
  /** Begins a value: the limit of references applies to all drafts of a value. */
  startOver(): void;
}

export function createOpenApiSampler(document: object, direction: Direction): OpenApiSampler {
  const references = { value: 0, draft: 0 };
  const { components, ...others }: { readonly components?: object } = sampledPart(document);
  const countedDocument = {
    ...others,
    // openapi-sampler reads this field once for each reference.
    get components() {
      references.value += 1;
      references.draft += 1;
      if (references.value > MAX_REFERENCES.value || references.draft > MAX_REFERENCES.draft)
        throw new Error('The schema has too many references.');
      return components;
    },
  };
  const skipped = { skipReadOnly: direction === 'request', skipWriteOnly: direction === 'response', quiet: true };
  return {
    draft: (schema, isRequiredOnly) => {
      references.draft = 0;
      try {
        return sample(sampledPart(schema), { ...skipped, skipNonRequired: isRequiredOnly }, countedDocument);
      } catch {
        return undefined;
      }
    },
    startOver: () => {
      references.value = 0;
    },
  };
}

/**
 * Returns a copy for openapi-sampler, which does not know formats such as `url-or-null`: the copy has the format `uri`,
 * because the same field can have the format `url` in another schema. If a schema has fields and does not describe its
 * additional fields, a sample has only the named fields, as in the generated types.
 */
function sampledPart<T extends object>(part: T): T {
  const copy = structuredClone(part);
  visitObjects(copy, (visited, _, isMap) => {
    if (isMap) return;
    // The cast is safe: the copy belongs to this function.
    const schema = visited as Record<string, unknown>;
    const { format, type, properties, additionalProperties } = schema;
    if (isObject(properties) && isUndescribed(additionalProperties)) delete schema['additionalProperties'];
    if (typeof format === 'string' && [type].flat().includes('string') && isUrlFormat(format)) schema['format'] = 'uri';
    // Repairs add the missing items, and end at a limit.
    delete schema['minItems'];
    if (Number(schema['minLength']) > MAX_LENGTH) delete schema['minLength'];
  });
  return copy;
}

const isUrlFormat = (format: string): boolean =>
  /[-_]ur[il]\b|\bur[il][-_]/.test(format) && !/reference|template/.test(format);

/** Whether a schema has no keyword that describes values. */
const isUndescribed = (schema: unknown): boolean =>
  isObject(schema) && Object.keys(schema).every((keyword) => ['title', 'description'].includes(keyword));
