import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogue } from '../../src/generated/catalogue.js';
import * as defaults from '../../src/generated/defaults.js';
import { type Fact, facts, generatedFacts } from './facts.ts';

const document: unknown = parse(readFileSync(join(import.meta.dirname, '../../openapi/management.yaml'), 'utf8'));
const generated: unknown = { catalogue, ...defaults };

/** Keys whose values are not facts, with the reason. */
const NO_FACTS: Readonly<Record<string, string>> = {
  example: 'the source gives no samples: these are ours, and lint checks them against their schemas',
  examples: 'as above',
};

/** Every fact is read for every change, which takes one second on an idle machine. */
const SLOW_MS = 30_000;

/** A change of a document, by what is done and where. */
interface Change {
  readonly name: string;
  readonly changed: unknown;
}

type Mapping = Record<string, unknown>;
// Arrays are read by index like any other mapping.
const isMapping = (value: unknown): value is Mapping => typeof value === 'object' && value !== null;

/** A copy of which the mapping at a path is edited. */
function changeOf(subject: unknown, path: readonly string[], edit: (parent: Mapping) => void): unknown {
  const changed = structuredClone(subject);
  const parent = path.reduce<unknown>((node, key) => (isMapping(node) ? node[key] : undefined), changed);
  if (!isMapping(parent)) throw new Error(`There is nothing at ${path.join(' › ')}.`);
  edit(parent);
  return changed;
}

/** Keys that state something wherever they are added. */
const ADDED_KEYS = ['added', 'description', 'summary', 'x-not-shown'];

/** Every change at one place: each value replaced, each key removed, and a key or entry added to each mapping and list. */
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
      change(`taken away, ${key}`, path, (parent) => {
        if (Array.isArray(parent)) parent.splice(Number(key), 1);
        else delete parent[key];
      });
      if (isMapping(value)) walk(value, [...path, key]);
      else
        change(`changed, ${key}`, path, (parent) => {
          parent[key] = other(value);
        });
    }
  };
  if (isMapping(subject)) walk(subject, []);
  return changes;
}

/** Another value. A text only gains a clause: a fact that compares just some of its words would not notice. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value} but never on Sundays` : 'added';
}

const holds = ({ value, read }: Fact, subject: unknown): boolean => isDeepStrictEqual(read(subject), value);

/** The changes that no fact notices: a fact that does not hold before a change notices none. */
function unnoticed(
  table: readonly Fact[],
  subject: unknown,
  changes: readonly Change[] = changesOf(subject),
): string[] {
  const held = table.filter((fact) => holds(fact, subject));
  return changes.filter(({ changed }) => held.every((fact) => holds(fact, changed))).map(({ name }) => name);
}

describe('openapi/management.yaml states the facts of the source', () => {
  test.for(facts)('$section: $name', ({ value, read }) => {
    expect(read(document)).toStrictEqual(value);
  });
});

describe('the generated modules state the facts of the source', () => {
  test.for(generatedFacts)('$section: $name', ({ value, read }) => {
    expect(read(generated)).toStrictEqual(value);
  });
});

describe('the facts are complete', () => {
  test('every fact has a unique name', () => {
    const names = [...facts, ...generatedFacts].map(({ section, name }) => `${section}: ${name}`);

    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('each change, removal or addition in the document makes a fact fail', { timeout: SLOW_MS }, () => {
    expect(unnoticed(facts, document)).toEqual([]);
  });

  test('each change, removal or addition in the generated modules makes a fact fail', () => {
    expect(unnoticed(generatedFacts, generated)).toEqual([]);
  });

  test('a change of a value without a fact is reported', () => {
    const change = 'changed, default: components › schemas › TokenExchangeProfile › properties › name';
    const changes = changesOf(document).filter(({ name }) => name === change);
    const lacking = facts.filter(({ name }) => name !== 'name: default');

    expect(unnoticed(facts, document, changes)).toEqual([]);
    expect(unnoticed(lacking, document, changes)).toEqual([change]);
  });
});

describe('what the source does not show is not added', () => {
  const get = ['paths', '/token-exchange-profiles/{id}', 'get'];
  const enrollment = ['paths', '/guardian/enrollments/{id}', 'delete'];
  const profile = ['components', 'schemas', 'TokenExchangeProfile'];
  const query = { name: 'fields', in: 'query', description: 'Fields.', schema: { type: 'string' } };
  const body = { content: { 'application/json': { schema: {} } } };

  test.for([
    { path: [...profile, 'required'], value: ['id'], fact: 'no field of a profile is marked required' },
    { path: [...profile, 'additionalProperties'], value: false, fact: 'a profile allows additional properties' },
    {
      path: [...profile, 'properties', 'status'],
      value: { type: 'string' },
      fact: 'a profile has exactly seven fields',
    },
    { path: [...profile, 'properties', 'id', 'minLength'], value: 1, fact: 'id: no further bound, format or default' },
    {
      path: [...profile, 'properties', 'created_at', 'default'],
      value: '2026-01-01T00:00:00.000Z',
      fact: 'created_at: no further bound, format or default',
    },
    {
      path: ['components', 'schemas', 'Enrollment'],
      value: { type: 'object' },
      fact: 'the profile is the only resource with a schema',
    },
    { path: [...get, 'parameters', '1'], value: query, fact: 'GET profile: one parameter, so no query parameter' },
    { path: [...get, 'requestBody'], value: body, fact: 'GET profile: no request body' },
    { path: [...enrollment, 'requestBody'], value: body, fact: 'DELETE enrollment: no request body' },
    {
      path: [...get, 'responses', '500'],
      value: { description: 'Failed.' },
      fact: 'GET profile: 200 and the failures of section 7, no other status',
    },
    {
      path: [...enrollment, 'responses', '204'],
      value: { description: 'Deleted.' },
      fact: 'DELETE enrollment: no exact status, only 2XX and default',
    },
    {
      path: [...enrollment, 'security', '1', 'oAuth2ClientCredentials'],
      value: ['delete:guardian_enrollments'],
      fact: 'DELETE enrollment: either scheme, the scopes not shown',
    },
    { path: [...enrollment, 'x-release-lifecycle'], value: 'Beta', fact: 'DELETE enrollment: no lifecycle is shown' },
    { path: [...get, 'callbacks'], value: {}, fact: 'GET profile: no callback is described' },
    { path: ['webhooks'], value: {}, fact: 'no webhook is described' },
    { path: ['paths', '/token-exchange-profiles'], value: {}, fact: 'there are two paths' },
    {
      path: ['paths', '/token-exchange-profiles/{id}', 'patch'],
      value: { responses: {} },
      fact: 'a profile is read and deleted',
    },
    {
      path: [
        'components',
        'securitySchemes',
        'oAuth2ClientCredentials',
        'flows',
        'clientCredentials',
        'scopes',
        'create:guardian_enrollments',
      ],
      value: 'Create MFA enrollments.',
      fact: 'exactly six scopes are defined',
    },
    {
      path: [
        'paths',
        '/token-exchange-profiles/{id}',
        'get',
        'responses',
        '404',
        'content',
        'application/json',
        'schema',
      ],
      value: { type: 'object' },
      fact: '404: the error body may be any JSON',
    },
    {
      path: ['components', 'headers', 'X-RateLimit-Reset', 'schema', 'format'],
      value: 'date-time',
      fact: 'X-RateLimit-Reset: no format or bound',
    },
    { path: ['info', 'x-release-lifecycles', '5'], value: 'Alpha', fact: 'there are five lifecycle values' },
  ])('an addition breaks the fact: $fact', ({ path, value, fact }) => {
    const added = changeOf(document, path.slice(0, -1), (parent) => {
      parent[path.at(-1) ?? ''] = value;
    });

    expect(brokenIn(added)).toContain(fact);
  });

  const brokenIn = (subject: unknown): string[] =>
    facts.filter((fact) => !holds(fact, subject)).map(({ name }) => name);
});
