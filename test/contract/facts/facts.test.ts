import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { keysOf, projectRoot } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogue } from '../../../src/generated/catalogue.js';
import * as exceptions from '../../../src/generated/content-exceptions.js';
import * as defaults from '../../../src/generated/defaults.js';
import { at, type Fact, isMapping } from './fact.ts';
import { facts } from './facts.ts';
import { generatedFacts } from './generated.ts';
import { operationsWithoutFacts, partWithFacts, SCOPES } from './operations-with-facts.ts';

const wholeDocument: unknown = parse(readFileSync(join(projectRoot, 'openapi/management.yaml'), 'utf8'));
const withoutFacts = operationsWithoutFacts(wholeDocument, facts);
const document = partWithFacts(wholeDocument, facts);
const generated = generatedPart();

/** Keys whose values are not facts, with the reason. */
const NO_FACTS: Readonly<Record<string, string>> = {
  example: 'the source has no samples, and lint checks the examples of the document against their schemas',
  examples: 'the same reason as for `example`',
};

/** Timeout of the test that reads every fact after every change. On an idle machine, this test takes one second. */
const SLOW_MS = 30_000;

/** A changed copy of a document. The name contains the kind and the place of the change. */
interface Change {
  readonly name: string;
  readonly changed: unknown;
}

type Mapping = Record<string, unknown>;

/** Copies a value, and applies `edit` to the mapping at a path of the copy. */
function changeOf(subject: unknown, path: readonly string[], edit: (parent: Mapping) => void): unknown {
  const changed = structuredClone(subject);
  const parent = path.reduce<unknown>((node, key) => (isMapping(node) ? node[key] : undefined), changed);
  if (!isMapping(parent)) throw new Error(`the value must have an object or array at ${path.join(' › ')}`);
  edit(parent);
  return changed;
}

/** Keys that are added to mappings, because an added key could change what the document states. */
const ADDED_KEYS = ['added', 'description', 'summary', 'x-not-shown'];

/**
 * Returns changed copies of a value. Each copy has one change: a value is replaced, a key is removed, or a key or an
 * entry is added. Every value and every key is changed in one of the copies.
 */
function changesOf(subject: unknown): Change[] {
  const changes: Change[] = [];
  const change = (name: string, path: readonly string[], edit: (parent: Mapping) => void) => {
    changes.push({ name: `${name}: ${path.join(' › ')}`, changed: changeOf(subject, path, edit) });
  };
  const walk = (node: Mapping, path: readonly string[]): void => {
    for (const key of Array.isArray(node) ? ['entry'] : ADDED_KEYS.filter((name) => !Object.hasOwn(node, name))) {
      change(`added, ${key}`, path, (parent) => {
        if (Array.isArray(parent)) parent.push('added');
        else parent[key] = 'added';
      });
    }
    for (const [key, value] of Object.entries(node).filter(([name]) => !Object.hasOwn(NO_FACTS, name))) {
      change(`removed, ${key}`, path, (parent) => {
        if (Array.isArray(parent)) parent.splice(Number(key), 1);
        else delete parent[key];
      });
      if (isMapping(value)) walk(value, [...path, key]);
      else
        change(`changed, ${key}`, path, (parent) => {
          parent[key] = differentFrom(value);
        });
    }
  };
  if (isMapping(subject)) walk(subject, []);
  return changes;
}

/** Returns the generated modules without the operations that no fact is about. */
function generatedPart(): unknown {
  const isWithout = (call: string) => withoutFacts.some(({ method, path }) => call === `${method} ${path}`);
  const entries = Object.entries(catalogue).filter(([, { method, path }]) => !isWithout(`${method} ${path}`));
  const { contentExceptions, ...others } = exceptions;
  const contents = Object.entries(contentExceptions).filter(([call]) => !isWithout(call));
  return {
    ...defaults,
    ...others,
    catalogue: Object.fromEntries(entries),
    contentExceptions: Object.fromEntries(contents),
  };
}

/** Returns a different value. A string gets one more clause, because a fact must compare the whole text. */
function differentFrom(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value} but never on Sundays` : 'added';
}

const holds = ({ value, read }: Fact, subject: unknown): boolean => isDeepStrictEqual(read(subject), value);

/** Returns the names of the changes that make no fact fail. Facts that fail without any change are ignored. */
function unnoticed(rows: readonly Fact[], subject: unknown, changes: readonly Change[] = changesOf(subject)): string[] {
  const held = rows.filter((fact) => holds(fact, subject));
  return changes.filter(({ changed }) => held.every((fact) => holds(fact, changed))).map(({ name }) => name);
}

describe('the document encodes the fact:', () => {
  test.for(facts)('$name (section: $section)', ({ value, read }) => {
    expect(read(document)).toStrictEqual(value);
  });
});

describe('the generated modules encode the fact:', () => {
  test.for(generatedFacts)('$name (section: $section)', ({ value, read }) => {
    expect(read(generated)).toStrictEqual(value);
  });
});

describe('an operation without facts', () => {
  // The title contains the reason for the skip, so that every report shows the reason.
  for (const { method, path } of withoutFacts) {
    test.skip(`${method} ${path}: skipped: not compared with the source; add its facts`);
  }

  const added = { responses: { 200: { $ref: '#/components/responses/Added' } }, tags: ['Added'] };
  const security = [{ oAuth2ClientCredentials: ['create:guardian_enrollments'] }];
  const additions: [path: readonly string[], key: string, value: unknown][] = [
    [['paths'], '/added', { get: { ...added, security } }],
    [['paths', '/guardian/enrollments/{id}'], 'get', added],
    [['tags'], '0', { name: 'Added' }],
    [['components', 'responses'], 'Added', { description: 'Added.', headers: { $ref: '#/components/headers/Added' } }],
    [['components', 'headers'], 'Added', { schema: { $ref: '#/components/schemas/Added' } }],
    [['components', 'schemas'], 'Added', { items: { $ref: '#/components/schemas/Added' } }],
    [[...SCOPES], 'create:guardian_enrollments', 'Create MFA enrollments.'],
  ];
  const extended = additions.reduce(
    (changed, [path, key, value]) =>
      changeOf(changed, path, (parent) => {
        if (Array.isArray(parent)) parent.splice(Number(key), 0, value);
        else parent[key] = value;
      }),
    document,
  );

  test('is listed by operationsWithoutFacts()', () => {
    expect(operationsWithoutFacts(extended, facts)).toEqual([
      { method: 'GET', path: '/guardian/enrollments/{id}' },
      { method: 'GET', path: '/added' },
    ]);
  });

  test('is removed by partWithFacts(), together with its tags, scopes and components', () => {
    expect(partWithFacts(extended, facts)).toEqual(document);
  });

  test.each(additions.slice(2))('is absent: partWithFacts() keeps the unused key at %j: %s', (path, key, value) => {
    const changed = changeOf(document, path, (parent) => {
      if (Array.isArray(parent)) parent.splice(Number(key), 0, value);
      else parent[key] = value;
    });

    expect(partWithFacts(changed, facts)).toEqual(changed);
  });
});

/** The sections of the source that state facts or gaps. */
const SECTIONS = [
  ...['1', '2.1', '2.2', '3', '4', '4.1', '4.2', '4.3', '5', '5.1', '5.2', '5.3', '5.4', '5.5', '6', '7'],
  ...['8.1', '8.2', '9.1', '9.2', '9.3'],
];

describe('the table of facts', () => {
  test.for(SECTIONS)('has a fact for section %s of the source', (section) => {
    expect(facts.filter((fact) => fact.section.split(', ').includes(section))).not.toEqual([]);
  });

  test('names only sections that the source has', () => {
    const named = [...facts, ...generatedFacts].flatMap(({ section }) => section.split(', '));

    expect(named.filter((section) => section !== 'ours' && !SECTIONS.includes(section))).toEqual([]);
  });

  test('has a different name for every fact', () => {
    const names = [...facts, ...generatedFacts].map(({ name }) => name);

    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('for each change, removal or addition in the document, has a fact that fails', { timeout: SLOW_MS }, () => {
    expect(unnoticed(facts, document)).toEqual([]);
  });

  test('for each change, removal or addition in the generated modules, has a fact that fails', () => {
    expect(unnoticed(generatedFacts, generated)).toEqual([]);
  });

  test('makes unnoticed() return a change if the table has no fact that fails for this change', () => {
    const change = 'changed, default: components › schemas › TokenExchangeProfile › properties › name';
    const changes = changesOf(document).filter(({ name }) => name === change);
    const lacking = facts.filter(({ name }) => !name.startsWith('The `default` of `name`'));

    expect(unnoticed(facts, document, changes)).toEqual([]);
    expect(unnoticed(lacking, document, changes)).toEqual([change]);
  });
});

test('each fact about a value of the document has a JSON pointer to an existing place', () => {
  const missing = facts.filter(({ pointer }) => {
    const [path = ''] = pointer.split(', ');
    return !pointer.startsWith('No ') && at(document, keysOf(path)) === undefined;
  });
  expect(missing.map(({ pointer }) => pointer)).toEqual([]);
});

describe('a part that is added to the document, but that is not in the source', () => {
  const get = ['paths', '/token-exchange-profiles/{id}', 'get'];
  const enrollment = ['paths', '/guardian/enrollments/{id}', 'delete'];
  const profile = ['components', 'schemas', 'TokenExchangeProfile'];
  const query = { name: 'fields', in: 'query', description: 'Fields.', schema: { type: 'string' } };
  const body = { content: { 'application/json': { schema: {} } } };

  test.for([
    { path: [...profile, 'required'], value: ['id'], fact: 'The document marks no field of a profile as required' },
    { path: [...profile, 'additionalProperties'], value: false, fact: 'A profile allows additional properties' },
    {
      path: [...profile, 'properties', 'status'],
      value: { type: 'string' },
      fact: 'A profile has exactly seven fields: id, name, subject_token_type, action_id, type, created_at, updated_at',
    },
    {
      path: [...profile, 'properties', 'id', 'minLength'],
      value: 1,
      fact: '`id` has no bounds, format or default other than those in these facts',
    },
    {
      path: [...profile, 'properties', 'created_at', 'default'],
      value: '2026-01-01T00:00:00.000Z',
      fact: '`created_at` has no bounds, format or default other than those in these facts',
    },
    {
      path: ['components', 'schemas', 'Enrollment'],
      value: { type: 'object' },
      fact: 'The document has no schemas other than the profile and the error body: the source does not show the fields of an enrollment',
    },
    {
      path: [...get, 'parameters', '1'],
      value: query,
      fact: 'GET profile has only one parameter, so it has no query parameter',
    },
    { path: [...get, 'requestBody'], value: body, fact: 'GET profile has no request body' },
    { path: [...enrollment, 'requestBody'], value: body, fact: 'DELETE enrollment has no request body' },
    {
      path: [...get, 'responses', '500'],
      value: { description: 'Failed.' },
      fact: 'GET profile returns 200, 400, 401, 403, 404 or 429',
    },
    {
      path: [...enrollment, 'responses', '204'],
      value: { description: 'Deleted.' },
      fact: 'DELETE enrollment has no exact status, only `2XX` and `default`',
    },
    {
      path: [...enrollment, 'security', '1', 'oAuth2ClientCredentials'],
      value: ['delete:guardian_enrollments'],
      fact: 'DELETE enrollment accepts `bearerAuth` or `oAuth2ClientCredentials`; the source does not show the required scopes',
    },
    {
      path: [...enrollment, 'x-release-lifecycle'],
      value: 'Beta',
      fact: 'DELETE enrollment has no release lifecycle, because the source shows none',
    },
    { path: [...get, 'callbacks'], value: {}, fact: 'GET profile has no callback' },
    { path: ['webhooks'], value: {}, fact: 'The source describes no webhook' },
    {
      path: ['paths', '/token-exchange-profiles'],
      value: {},
      fact: 'There are two paths: `/token-exchange-profiles/{id}` and `/guardian/enrollments/{id}`',
    },
    {
      path: ['paths', '/token-exchange-profiles/{id}', 'patch'],
      value: { responses: {} },
      fact: 'The path of a profile has only GET and DELETE',
    },
    {
      path: [...SCOPES, 'create:guardian_enrollments'],
      value: 'Create MFA enrollments.',
      fact: 'The document defines exactly six scopes',
    },
    {
      path: ['components', 'schemas', 'ErrorBody', 'type'],
      value: 'object',
      fact: 'The schema of the error body has no constraints',
    },
    {
      path: [...get, 'responses', '404', 'content', 'application/json', 'schema'],
      value: { type: 'object' },
      fact: 'GET profile: the body of 404 is JSON whose shape is not shown',
    },
    {
      path: ['components', 'headers', 'X-RateLimit-Reset', 'schema', 'format'],
      value: 'date-time',
      fact: '`X-RateLimit-Reset` has no format and no bounds',
    },
    {
      path: ['info', 'x-release-lifecycles', '5'],
      value: 'Alpha',
      fact: 'The release lifecycle values are Early Access, Generally Available, Beta, Deprecated, Planned',
    },
  ])('makes a fact fail: $fact', ({ path, value, fact }) => {
    const added = changeOf(document, path.slice(0, -1), (parent) => {
      parent[path.at(-1) ?? ''] = value;
    });

    expect(failedFacts(added)).toContain(fact);
  });

  const failedFacts = (subject: unknown): string[] =>
    facts.filter((fact) => !holds(fact, subject)).map(({ name }) => name);
});
