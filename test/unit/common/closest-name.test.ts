import { describe, expect, test } from 'vitest';
import { closestName, didYouMean } from '../../../common/closest-name.ts';

const NAMES = ['tenantDomain', 'baseUrl', 'auth', 'fetch', 'timeout', 'retry', 'headers', 'key', 'keyId'];

describe('closestName', () => {
  test.each([
    ['baseURL', 'baseUrl'],
    ['base_url', 'baseUrl'],
    ['tenantDomian', 'tenantDomain'],
    ['tenant', undefined],
    ['retries', 'retry'],
    ['retrying', 'retry'],
    ['retryable', undefined],
    ['retryy', 'retry'],
    ['etry', 'retry'],
    ['time', 'timeout'],
    ['tim', undefined],
    ['header', 'headers'],
    ['keyid', 'keyId'],
    ['keyI', 'key'],
    ['eky', undefined],
    ['ke', 'key'],
    ['oath', 'auth'],
    ['oaht', undefined],
    ['use', undefined],
    ['query', undefined],
    ['fetcher', 'fetch'],
    ['', undefined],
    ['x'.repeat(1_000), undefined],
  ])('for the misspelt option name %j returns %j', (misspelt, closest) => {
    expect(closestName(misspelt, NAMES)).toBe(closest);
  });
});

test.each([
  ['keyid', '; did you mean "keyId"?'],
  ['query', ''],
])('didYouMean() for the misspelt option name %j returns %j', (misspelt, question) => {
  expect(didYouMean(misspelt, NAMES)).toBe(question);
});
