import { describe, expect, test } from 'vitest';
import type { Behavior } from '../../sandbox/src/behavior-schema.ts';
import { findApi, readDocument } from '../../scripts/openapi/document.ts';
import { missingCodesModule } from '../../scripts/openapi/missing-codes-module.ts';
import { missingCodes } from '../../src/generated/missing-codes.js';

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
    ['its status is not 404', { status: 410, errorCode: 'gone', source: 'recorded traffic' }],
  ])('does not contain an operation if %s', (_case, missing) => {
    expect(linesOf(missing)).toEqual([]);
  });

  test('is empty without a behavior file', () => {
    expect(missingCodesModule(document, {})).toContain('missingCodes: Readonly<Record<string, string>> = {};');
  });

  test('contains the code of the deletion of an enrollment in this project', () => {
    expect(missingCodes).toEqual({ 'DELETE /guardian/enrollments/{id}': 'enrollment_not_found' });
  });
});
