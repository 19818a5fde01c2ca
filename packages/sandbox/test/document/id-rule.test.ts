import { describe, expect, test } from 'vitest';
import { type IdSchema, idRule } from '../../derive/id-rule.ts';
import { newId } from '../../src/engine/items.ts';

const isFree = () => false;
const anyId = () => true;

describe('a new id', () => {
  test.each<[string, IdSchema, unknown, RegExp]>([
    ['looks like an example with a prefix', {}, 'tep_9XqRw7vKc2mJ4sLh', /^tep_[0-9A-Za-z]{16}$/],
    ['looks like an example with digits', {}, 'con_0000000000000001', /^con_\d{16}$/],
    ['looks like an example with a pipe', {}, 'auth|507f1f77bcf86cd799439020', /^auth\|[0-9a-f]{24}$/],
    ['is a UUID if the example is a UUID', {}, '4f1d2c9e-7a3b-4e58-9c06-2b8d5e7f1a90', /^[0-9a-f-]{36}$/],
    ['is a UUID if the format is uuid', { format: 'uuid' }, undefined, /^[0-9a-f-]{36}$/],
    ['is a number if the type is integer', { type: ['integer', 'null'] }, 7, /^1$/],
    ['is a value of an enum', { enum: ['a', 'b'] }, 'b', /^a$/],
    ['is the value of a const', { type: 'string', const: 'only' }, 'b', /^only$/],
    ['matches the pattern', { pattern: '^exp_[A-HJ-NP-Z]+$' }, 'exp_A', /^exp_[A-HJ-NP-Z]{8}$/],
    ['has the prefix that the pattern requires', { pattern: '^exp' }, undefined, /^exp[a-z0-9]{8}$/],
    ['has the length that the pattern requires', { pattern: '^[a-f]{12}$' }, undefined, /^[a-f]{12}$/],
    ['is not longer than the maxLength of the schema', { maxLength: 5 }, undefined, /^[0-9A-Za-z]{5}$/],
    ['is random if the example is only the generated text `string`', {}, 'string', /^[0-9A-Za-z]{24}$/],
  ])('%s', (_what, schema, example, pattern) => {
    expect(newId(idRule(schema, example, anyId), isFree)).toMatch(pattern);
  });

  test.each([
    ['tep_0a1b2c3d', '0123456789abcdef'],
    ['tep_abcdefab', 'abcdefghijklmnopqrstuvwxyz'],
    ['tep_0g1h2i3j', '0123456789abcdefghijklmnopqrstuvwxyz'],
  ])('for the example %s has characters of %s', (example, alphabet) => {
    expect(idRule({}, example, anyId)).toMatchObject({ alphabet });
  });

  test('is created by the first rule whose ids the schema accepts', () => {
    const rule = idRule({}, 'ABCDEFGH', (id) => /^[a-z]+$/.test(id));
    expect(newId(rule, isFree)).toMatch(/^[a-z]{8}$/);
    const byPattern = idRule({ pattern: '^exp_[a-z]{9}$' }, 'exp_A', () => false);
    expect(newId(byPattern, isFree)).toMatch(/^exp_[a-z]{9}$/);
  });

  test('is not the id of another item', () => {
    const taken = new Set(['1', '2', 'a']);
    const isTaken = (id: string) => taken.has(id);
    expect(newId({ kind: 'integer' }, isTaken)).toBe('3');
    expect(newId({ kind: 'integer' }, (id) => id === '1')).toBe('2');
    expect(newId({ kind: 'choice', values: ['a', 'b'] }, isTaken)).toBe('b');
    expect(newId({ kind: 'text', prefix: '', alphabet: 'a', length: 1 }, isTaken)).toBe('aa');
  });
});
