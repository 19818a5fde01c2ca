import { describe, expect, test } from 'vitest';
import { type Operation, requiredScopes } from '../../scripts/document.ts';

type Security = Operation['security'];

const securitySchemes = {
  bearer: { type: 'http' },
  service: { type: 'oauth2' },
  user: { type: 'oauth2' },
  openId: { type: 'openIdConnect' },
};

/** Scopes of an operation with this `security`, in a document whose own `security` is the second argument. */
const scopesOf = (security: Security, ofDocument?: Security) =>
  requiredScopes(
    { components: { securitySchemes }, ...(ofDocument && { security: ofDocument }) },
    { ...(security && { security }) },
  );

describe('requiredScopes', () => {
  test.for<{ what: string; security: Security; scopes: string[][] | null }>([
    { what: 'one oauth2 requirement is one list', security: [{ service: ['a', 'b'] }], scopes: [['a', 'b']] },
    {
      what: 'alternative oauth2 requirements stay apart',
      security: [{ service: ['a', 'b'] }, { user: ['c'] }],
      scopes: [['a', 'b'], ['c']],
    },
    {
      what: 'alternatives of one scheme stay apart',
      security: [{ service: ['a'] }, { service: ['b'] }],
      scopes: [['a'], ['b']],
    },
    {
      what: 'two schemes within one requirement are needed together',
      security: [{ service: ['a'], user: ['b', 'a'] }],
      scopes: [['a', 'b']],
    },
    {
      what: 'alternatives with the same scopes in another order are one list',
      security: [{ service: ['a', 'b'] }, { user: ['b', 'a'] }],
      scopes: [['b', 'a']],
    },
    { what: 'openIdConnect has scopes too', security: [{ openId: ['a'] }], scopes: [['a']] },
    { what: 'a bearer alternative adds no list', security: [{ bearer: [] }, { service: ['a'] }], scopes: [['a']] },
    {
      what: 'a bearer scheme next to oauth2 adds no scope',
      security: [{ bearer: ['r'], user: ['a'] }],
      scopes: [['a']],
    },
    { what: 'roles of a bearer alternative are no scopes', security: [{ bearer: ['role'] }], scopes: null },
    { what: 'a bearer alternative by itself shows no scopes', security: [{ bearer: [] }], scopes: null },
    { what: 'oauth2 without scopes shows no scopes', security: [{ bearer: [] }, { service: [] }], scopes: null },
    { what: '{} is an empty list: no token is needed', security: [{}], scopes: [[]] },
    { what: '{} next to scopes stays an alternative', security: [{}, { service: ['a'] }], scopes: [[], ['a']] },
    { what: '{} after a bearer alternative stays', security: [{ bearer: [] }, {}], scopes: [[]] },
    { what: 'an empty security needs no token', security: [], scopes: [[]] },
    { what: 'no security anywhere needs no token', security: undefined, scopes: [[]] },
  ])('$what', ({ security, scopes }) => {
    expect(scopesOf(security)).toEqual(scopes);
  });

  test("an operation without security takes the document's", () => {
    expect(scopesOf(undefined, [{ service: ['a'] }])).toEqual([['a']]);
  });

  test("an operation's empty security replaces the document's", () => {
    expect(scopesOf([], [{ service: ['a'] }])).toEqual([[]]);
  });

  test('a scheme that is not declared counts as one with scopes, so that a reference to another file does', () => {
    expect(requiredScopes({}, { security: [{ elsewhere: ['a'] }] })).toEqual([['a']]);
  });
});
