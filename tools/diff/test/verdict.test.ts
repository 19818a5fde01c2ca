import { afterAll, describe, expect, test } from 'vitest';
import { POLICY } from '../src/policy.ts';
import { compareContracts } from '../src/verdict.ts';
import { contractFolder, readCorpus } from './corpus.ts';

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
});

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

test('each rule of the policy says in sentences what to do', () => {
  const actions = Object.values(POLICY).map(({ action }) => action);
  expect(actions.filter((action) => !/^[A-Z].{15,}\.$/.test(action))).toEqual([]);
});
