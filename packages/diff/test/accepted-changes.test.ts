import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Change } from '../src/change.ts';
import { acceptChanges } from '../src/release/accepted-changes.ts';

const change = (kind: string, pointer: string): Change => ({
  operation: null,
  operations: [],
  file: 'api.yaml',
  line: 1,
  pointer,
  kind,
  breaks: ['readers'],
  bump: 'major',
  action: 'Do it.',
});
const CHANGES = [change('link-removed', '/a'), change('link-removed', '/b'), change('link-changed', '/a')];

/** Accepts CHANGES on 1 June 2027. */
async function accept(text: string) {
  const root = temporaryFolder({ 'accepted-changes.yaml': text });
  return await acceptChanges(CHANGES, join(root, 'accepted-changes.yaml'), root, '2027-06-01');
}

test('acceptChanges() accepts a change with the kind and the pointer of an entry up to its last day', async () => {
  const { changes, problems } = await accept(
    'changes:\n  - { pointer: /a, kind: link-removed, reason: Unused., until: 2027-06-01 }\n',
  );
  expect(changes.map(({ accepted }) => accepted)).toEqual([
    { reason: 'Unused.', until: '2027-06-01' },
    undefined,
    undefined,
  ]);
  expect(problems).toEqual([]);
});

test('acceptChanges() reports expired and unused entries with their lines', async () => {
  const { changes, problems } = await accept(`changes:
  - { pointer: /a, kind: link-removed, reason: Unused., until: 2027-05-31 }
  - { pointer: /c, kind: link-removed, reason: Unused., until: 2027-12-31 }
`);
  expect(changes).toEqual(CHANGES);
  const file = 'accepted-changes.yaml';
  expect(problems).toEqual([
    { file, line: 2, message: expect.stringMatching(/^The change at \/a is not accepted after 2027-05-31: undo/) },
    { file, line: 3, message: expect.stringMatching(/kind link-removed and the pointer \/c: remove this entry$/) },
  ]);
});

test('acceptChanges() replaces the bump of a kind, and names no audience below major', async () => {
  const { changes } = await accept('severities: { link-removed: minor }');
  expect(changes).toMatchObject([{ bump: 'minor', breaks: [] }, { bump: 'minor' }, { bump: 'major' }]);
});

test.for([
  ['severities: { link-remove: minor }', '1:15: the kind "link-remove" is unknown; did you mean "link-removed"?'],
  ['severities: { link-removed: none }', '1:15: severities.link-removed: must be patch or minor or major'],
  ['severities: [major]', '1:1: severities: must map kinds of changes to bumps'],
  ['change: []', '1:1: "change" is unknown; did you mean "changes"?'],
  ['changes: {}', '1:1: changes: must be a list'],
  ['- a', '1:1: must be an object with the members changes and severities'],
  ['changes: [a]', '1:11: changes[0]: must have pointer, kind, reason, until'],
  [
    'changes: [{ pointer: /a, kind: link-removed, reason: "", until: 2027-02-30 }]',
    `1:46: changes[0].reason: must state why the change is accepted
accepted-changes.yaml:1:58: changes[0].until: must be the last day on which the change is accepted, such as 2027-01-31`,
  ],
] as const)('acceptChanges() rejects the file %s', async ([text, message]) => {
  await expect(accept(text)).rejects.toThrow(`accepted-changes.yaml:${message}`);
});
