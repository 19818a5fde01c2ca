/** The parts of a resource that the schema of a seed depends on. */
export interface SeedResource {
  readonly key: string;
  /** Field with the id. If it is `undefined`, items can be passed only by key. */
  readonly idField: string | undefined;
  /** Types that an id can have. */
  readonly idTypes: readonly string[];
  /** Whether the items belong to items of another resource. Such items can also be passed by key. */
  readonly isNested: boolean;
  /** Schema of an item in the document; `undefined` if the document does not show it. */
  readonly item: object | undefined;
  /** Names of all fields that an item can have; `undefined` if an item can have other fields. */
  readonly fields: readonly string[] | undefined;
}

const text = { type: 'string', minLength: 1 };
const time = { type: 'string', format: 'date-time' };

const deprecation = {
  type: 'object',
  anyOf: [{ required: ['deprecatedAt'] }, { required: ['sunsetAt'] }],
  additionalProperties: false,
  properties: { deprecatedAt: time, sunsetAt: time, link: { type: 'string', format: 'uri' } },
};

/**
 * Creates the JSON Schema of a seed. The build compiles the schema, because compiling it at each start would be slow.
 *
 * @param aliases Keys of resources by alias.
 */
export function seedSchema(resources: readonly SeedResource[], aliases: Readonly<Record<string, string>>): object {
  const definitions = new Map(resources.map((resource) => [resource.key, itemsSchema(resource)]));
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      clients: {
        type: 'array',
        items: {
          type: 'object',
          required: ['clientId'],
          anyOf: [{ required: ['clientSecret'] }, { required: ['publicKey'] }],
          additionalProperties: false,
          properties: {
            clientId: text,
            clientSecret: text,
            publicKey: { type: ['string', 'object'], pattern: '-----BEGIN PUBLIC KEY-----', required: ['kty'] },
            // The characters of a scope: RFC 6749, appendix A.4. The sandbox checks the names.
            scopes: { type: 'array', items: { type: 'string', pattern: '^[!#-\\[\\]-~]+$' } },
            global: { type: 'boolean' },
            tokenLifetime: { type: 'integer', minimum: 1 },
          },
        },
      },
      resources: { type: 'object', additionalProperties: false, properties: Object.fromEntries(definitions) },
      rateLimit: {
        if: { type: 'object' },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
        then: {
          required: ['limit', 'perSecond'],
          additionalProperties: false,
          properties: {
            limit: { type: 'integer', minimum: 1 },
            perSecond: { type: 'number', exclusiveMinimum: 0 },
          },
        },
        else: { const: false },
      },
      // This schema does not list the operation ids, because the list would make the validator long. The sandbox checks
      // the ids.
      deprecations: { type: 'object', additionalProperties: deprecation },
      assume: { type: 'boolean' },
      ...Object.fromEntries(Object.entries(aliases).map(([alias, key]) => [alias, definitions.get(key) ?? {}])),
    },
  };
}

/** Creates the schema of the items of a resource: a list of items with ids, or an object with the items by key. */
function itemsSchema({ idField, idTypes, isNested, item: shown = {}, fields }: SeedResource): object {
  const item = fields === undefined ? shown : { allOf: [shown, { propertyNames: { enum: fields } }] };
  if (idField === undefined) return { type: 'object', additionalProperties: item };
  const types = [...new Set(['string', ...idTypes])];
  const id = { type: types.length === 1 ? types[0] : types, minLength: 1 };
  const withId = { type: 'object', required: [idField], properties: { [idField]: id } };
  const list = { type: 'array', items: { allOf: [withId, item] } };
  return isNested ? { ...list, type: ['array', 'object'], additionalProperties: item } : list;
}
