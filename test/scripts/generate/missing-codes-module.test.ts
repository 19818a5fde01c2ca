import { type Behavior, findApi, readDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { missingCodesModule } from '../../../scripts/generate/missing-codes-module.ts';
import { missingCodes } from '../../../src/generated/missing-codes.js';

const DELETE = 'delete_guardian_enrollments_by_id';
const document = await readDocument((await findApi()).file);
const linesOf = (missing: NonNullable<Behavior['operations'][string]['missing']>) =>
  missingCodesModule(document, { [DELETE]: { missing } })
    .split('\n')
    .filter((line) => line.startsWith('  '));

describe('the module missing-codes.ts', () => {
  test('contains the errorCode of the 404 for a missing item if recorded traffic shows it', () => {
    const missing = { status: 404, errorCode: 'gone', source: 'recorded traffic; message assumed' };
    expect(linesOf(missing)).toEqual(['  "DELETE /guardian/enrollments/{id}": "gone",']);
  });

  test.each([
    ['its source is an assumption', { status: 404, errorCode: 'gone', source: 'assumed' }],
    ['it has no errorCode', { status: 404, message: 'Not found', source: 'recorded traffic' }],
  ])('does not contain an operation if %s', (_case, missing) => {
    expect(linesOf(missing)).toEqual([]);
  });

  test('contains null if recorded traffic shows another status than 404, so that no 404 counts as missing', () => {
    expect(linesOf({ status: 204, source: 'recorded traffic' })).toEqual([
      '  "DELETE /guardian/enrollments/{id}": null,',
    ]);
  });

  test('is empty without a behavior file', () => {
    expect(missingCodesModule(document, {})).toContain('missingCodes: Readonly<Record<string, string | null>> = {};');
  });

  test('contains both deletions of this project', () => {
    expect(missingCodes).toEqual({
      'DELETE /guardian/enrollments/{id}': 'enrollment_not_found',
      'DELETE /token-exchange-profiles/{id}': null,
    });
  });
});
