import { afterAll, describe, expect, test } from 'vitest';
import { POLICY } from '../src/policy.ts';
import { compareContracts } from '../src/verdict.ts';
import { type ContractContent, contractFolder, readCorpus } from './corpus.ts';

const corpus = readCorpus();
const contracts = contractFolder();
afterAll(() => contracts.remove());

describe('the verdict of compareContracts()', () => {
  test.for(corpus)('equals the label in corpus.yaml: $change', async ({ before, after, bump, breaks, kinds }) => {
    const verdict = await compareContracts(await contracts.write(before), await contracts.write(after));
    const changes = verdict.changes;
    expect({
      bump: verdict.bump,
      breaks: [...new Set(changes.flatMap((change) => change.breaks))].toSorted(),
      kinds: [...new Set(changes.map(({ kind }) => kind))].toSorted(),
    }).toEqual({ bump, breaks, kinds });
  });

  test.for([
    {
      what: 'the body',
      before: { type: 'string' },
      after: { type: ['string', 'null'] },
      action: 'Handle null as the value of the body.',
    },
    {
      what: 'the items of the body',
      before: { type: 'array', items: { type: 'string' } },
      after: { type: 'array', items: { type: 'integer' } },
      action: 'Read `body[]` with the new type: string → integer.',
    },
  ])('contains an action that names $what', async ({ before, after, action }) => {
    const [old, now] = [await contracts.write(contractWith(before)), await contracts.write(contractWith(after))];
    expect((await compareContracts(old, now)).changes.map((change) => change.action)).toEqual([action]);
  });
});

/** Returns a contract with one operation, whose response body has a schema. */
function contractWith(schema: object): ContractContent {
  const responses = { 200: { description: 'Success.', content: { 'application/json': { schema } } } };
  return {
    document: {
      openapi: '3.1.0',
      info: { title: 'Library', version: '1' },
      paths: { '/books': { get: { responses } } },
    },
    behavior: undefined,
  };
}

describe('corpus.yaml', () => {
  test('contains at least 80 changes with different titles', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(80);
    expect(new Set(corpus.map(({ change }) => change)).size).toBe(corpus.length);
  });

  test('contains every kind of change of the policy', () => {
    const reached = new Set(corpus.flatMap(({ kinds }) => kinds));
    expect(Object.keys(POLICY).filter((kind) => !reached.has(kind))).toEqual([]);
  });
});
