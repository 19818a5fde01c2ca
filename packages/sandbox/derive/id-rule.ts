import { ownTypes, valuesOf } from 'tools-document/schema';
import type { IdRule } from '../src/bundled-document.ts';

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const HEX = `${DIGITS}abcdef`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Length of an id if neither an example nor the schema shows a length. */
const LENGTH = 24;

/** The generated sample of a string without an example. It does not show the format of an id. */
const ANY_STRING = 'string';

export interface IdSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * Finds the rule for new ids: from the schema, or else from an example of an id.
 *
 * @param isValid Returns whether an id is valid. The first rule that creates a valid id is used.
 */
export function idRule(schema: IdSchema, example: unknown, isValid: (id: string) => boolean): IdRule {
  const { format, pattern, minLength = 1, maxLength = LENGTH } = schema;
  const choices = valuesOf({ ...schema });
  if (choices !== undefined) return { kind: 'choice', values: choices.map(String) };
  if (ownTypes({ ...schema })?.some((type) => type === 'integer' || type === 'number')) return { kind: 'integer' };
  if (format === 'uuid') return { kind: 'uuid' };
  const alphanumeric = DIGITS + LOWER + UPPER;
  const rules: IdRule[] = [
    ...(pattern === undefined ? [] : ruleOfPattern(pattern, example)),
    ...(typeof example === 'string' && example !== '' && example !== ANY_STRING ? [ruleOfExample(example)] : []),
    ...(pattern === undefined ? [] : ruleOfPrefix(pattern)),
    { kind: 'text', prefix: '', alphabet: alphanumeric, length: Math.min(Math.max(minLength, LENGTH), maxLength) },
    { kind: 'text', prefix: '', alphabet: LOWER, length: Math.max(minLength, Math.min(8, maxLength)) },
    { kind: 'text', prefix: '', alphabet: DIGITS, length: Math.max(minLength, Math.min(8, maxLength)) },
  ];
  // If no rule creates valid ids, use the first rule.
  return rules.find((rule) => isValid(specimenOf(rule))) ?? rules[0] ?? { kind: 'uuid' };
}

function specimenOf(rule: IdRule): string {
  if (rule.kind === 'uuid') return '123e4567-e89b-42d3-a456-426614174000';
  if (rule.kind !== 'text') return '1';
  const { prefix, alphabet, length } = rule;
  return prefix + Array.from({ length }, (_none, index) => alphabet[(index * 7) % alphabet.length]).join('');
}

/** Creates a rule for ids with the prefix, the alphabet and the length of an example. */
function ruleOfExample(example: string): IdRule {
  if (UUID.test(example)) return { kind: 'uuid' };
  // Split the example into a prefix and a last part, which is treated as random.
  const [, prefix = '', random = ''] = /^(.*?[_|:-])?([A-Za-z0-9]+)$/.exec(example) ?? [];
  if (random === '') return { kind: 'text', prefix: '', alphabet: DIGITS + LOWER, length: LENGTH };
  return { kind: 'text', prefix, alphabet: alphabetOf(random), length: Math.max(random.length, 8) };
}

function alphabetOf(text: string): string {
  if (/^\d+$/.test(text)) return DIGITS;
  if (/^[0-9a-f]+$/.test(text) && /\d/.test(text)) return HEX;
  const [hasDigits, hasLower, hasUpper] = [/\d/, /[a-z]/, /[A-Z]/].map((pattern) => pattern.test(text));
  return (hasDigits ? DIGITS : '') + (hasLower ? LOWER : '') + (hasUpper ? UPPER : '');
}

/** Creates a rule for a pattern that is only a prefix, such as `^book_`. */
function ruleOfPrefix(pattern: string): IdRule[] {
  const [, prefix] = /^\^([\w-]+)$/.exec(pattern) ?? [];
  return prefix === undefined ? [] : [{ kind: 'text', prefix, alphabet: DIGITS + LOWER, length: 8 }];
}

/** Creates a rule for a pattern with a prefix and one repeated character class, such as `^book_[A-Za-z0-9]{16}$`. */
function ruleOfPattern(pattern: string, example: unknown): IdRule[] {
  const [, prefix, characters = '', count] =
    /^\^?([\w-]*)(\[[^\]\\]+\]|\\w|\\d|\[\\w-?\])(?:\{(\d+)(?:,\d*)?\}|\+|\*)\$?$/.exec(pattern) ?? [];
  if (prefix === undefined) return [];
  const isMember = new RegExp(characters);
  const alphabet = [...(DIGITS + LOWER + UPPER)].filter((character) => isMember.test(character)).join('');
  const length = typeof example === 'string' ? Math.max(example.length - prefix.length, 8) : LENGTH;
  return alphabet === '' ? [] : [{ kind: 'text', prefix, alphabet, length: Number(count ?? length) }];
}
