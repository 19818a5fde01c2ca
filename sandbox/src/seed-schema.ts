const text = { type: 'string', minLength: 1 };
const withId = { type: 'object', required: ['id'], properties: { id: text } };

/**
 * Creates the JSON Schema of a seed. The build compiles it, because compiling it at each start would be slow.
 *
 * @param profileSchema Schema of a profile in the document.
 */
export const seedSchema = (profileSchema: object): object => ({
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
          scopes: { type: 'array', items: { type: 'string', pattern: '^(create|read|update|delete):[a-z_]+$' } },
          global: { type: 'boolean' },
          tokenLifetime: { type: 'integer', minimum: 1 },
        },
      },
    },
    profiles: { type: 'array', items: { allOf: [withId, profileSchema] } },
    enrollments: { type: 'array', items: withId },
    rateLimit: {
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: {
        required: ['limit', 'perSecond'],
        additionalProperties: false,
        properties: { limit: { type: 'integer', minimum: 1 }, perSecond: { type: 'number', exclusiveMinimum: 0 } },
      },
      else: { const: false },
    },
    assumeScopes: { type: 'boolean' },
  },
});
