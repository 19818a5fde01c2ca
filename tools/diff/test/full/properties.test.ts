// Properties of the verdict that must hold for any sequence of edits of the corpus, and not only for labelled changes.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { BUMPS } from '../../src/change.ts';
import { compareContracts } from '../../src/verdict.ts';
import { type ContractContent, type ContractEdit, contractFolder, editContract, readEdits } from '../corpus.ts';
import { testAgreement } from '../json-schema/agreement.ts';

const SEED = 20261122;
const RUNS = 25;
const { contract, edits } = readEdits('library');

const contracts = contractFolder();
afterAll(() => contracts.remove());

const verdict = async (before: ContractContent, after: ContractContent) =>
  await compareContracts(await contracts.write(before), await contracts.write(after));
const bumpOf = async (before: ContractContent, after: ContractContent): Promise<number> =>
  BUMPS.indexOf((await verdict(before, after)).bump);

/** Applies an edit, or returns the contract itself if an earlier edit removed the member that the edit renames. */
function tryEdit(before: ContractContent, edit: ContractEdit): ContractContent {
  try {
    return editContract(before, edit);
  } catch {
    return before;
  }
}

/** Reverses the order of the members of all objects, which has no meaning in a document. */
function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reverseMembers(inner)]),
  );
}

const sequences = fc.array(fc.constantFrom(...edits), { minLength: 1, maxLength: 5 });

describe('the verdict', () => {
  test('is none for two equal contracts, even if their object members are in another order', async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const edited = sequence.reduce(tryEdit, contract);
        const reversed = reverseMembers(edited) as ContractContent;
        expect(await verdict(edited, edited)).toEqual({ bump: 'none', changes: [] });
        expect(await verdict(edited, reversed)).toEqual({ bump: 'none', changes: [] });
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test('on a sequence of edits is never larger than the largest verdict on a single edit of the sequence', async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const bumps: number[] = [];
        let current = contract;
        for (const edit of sequence) {
          const next = tryEdit(current, edit);
          bumps.push(await bumpOf(current, next));
          current = next;
        }
        expect(await bumpOf(contract, current)).toBeLessThanOrEqual(Math.max(...bumps));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test('on several edits is never smaller than the verdict on one of these edits if no edit hides another', async () => {
    const patches = edits.filter(({ rename }) => rename === undefined);
    const alone = new Map<ContractEdit, number>();
    for (const edit of patches) alone.set(edit, await bumpOf(contract, editContract(contract, edit)));
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...patches), { minLength: 2, maxLength: 6 }), async (several) => {
        const edited = several.reduce(editContract, contract);
        const areVisible = several.every((edit) => isDeepStrictEqual(editContract(edited, edit), edited));
        fc.pre(areVisible);
        compared += 1;
        const largest = Math.max(...several.map((edit) => alone.get(edit) ?? 0));
        expect(await bumpOf(contract, edited)).toBeGreaterThanOrEqual(largest);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(compared).toBe(RUNS);
  });
});

// 21,000 pairs of schemas.
testAgreement([1, 2, 3, 4, 5, 6, 7], 3000);
