import { runInNewContext } from 'node:vm';
import { isSafe } from 'redos-detector';
import { type JsonObject, pointerTo } from '../model/json.ts';
import { resolve } from '../model/resolve.ts';
import { isReference, visitObjects } from '../model/visit-references.ts';
import { textsLike } from '../schema/pattern-sample.ts';
import { compilePattern } from './ajv.ts';

/**
 * Number of steps after which a pattern counts as explosive. The limit is not a time, so that each machine generates
 * the same files. With 20 times as many steps, the result is the same for the 70 patterns of the public document.
 */
const MAX_STEPS = 1_000;

const known = new Map<string, boolean>();

/**
 * Whether the time to test a text with a pattern can grow without limit, such as exponentially for `^(a+)+$`. Some
 * harmless patterns count as explosive too: those in which two parts without a maximum length can match the same text,
 * such as in `^([a-z]+:)?[a-z]+$`, and those that redos-detector cannot read, such as named groups.
 */
export function isExplosive(pattern: string): boolean {
  const result = known.get(pattern) ?? !isSafePattern(pattern);
  known.set(pattern, result);
  return result;
}

function isSafePattern(pattern: string): boolean {
  try {
    return isSafe(compilePattern(pattern), { maxSteps: MAX_STEPS }).safe;
  } catch {
    return false;
  }
}

/** Length of the texts that test a pattern. The time of a polynomial pattern is short for them. */
const MAX_LENGTH = 200;
/** Timeout in milliseconds: 40 times as long as the slowest pattern of the public document takes. */
const TIMEOUT_MS = 2_000;

/** Whether a pattern takes longer than the timeout for texts that nearly match it. */
export function isExponential(pattern: string): boolean {
  const texts = [...new Set(textsLike(pattern))]
    .filter((text) => text.length < MAX_LENGTH)
    .flatMap((text) => [text.slice(0, -1), `${text}!`, `${text}\n`]);
  const values = { texts, expression: compilePattern(pattern) };
  try {
    runInNewContext('texts.map((text) => expression.test(text))', values, { timeout: TIMEOUT_MS });
    return false;
  } catch {
    return true;
  }
}

/** Lists the patterns of an object that `visitObjects` visits, with their keys. */
export function patternsOf(value: JsonObject, keys: readonly string[], isMap: boolean): [string, string[]][] {
  const isPatterns = isMap && keys.at(-1) === 'patternProperties';
  const patterns = isPatterns ? Object.keys(value) : isMap ? [] : [value['pattern']];
  return patterns
    .filter((pattern) => typeof pattern === 'string')
    .map((pattern) => [pattern, [...keys, isMap ? pattern : 'pattern']]);
}

/**
 * Lists the JSON pointers of the explosive patterns in a document or in a part of a document.
 *
 * @param document The document whose references are followed. Without it, the function follows none.
 */
export function explosivePatterns(part: unknown, document?: object): string[] {
  const pointers: string[] = [];
  const seen = new Set<unknown>();
  const visit = (value: JsonObject, keys: readonly string[], isMap: boolean): void => {
    if (document !== undefined && isReference(value)) visitObjects(resolve(document, value).value, visit, seen);
    for (const [pattern, path] of patternsOf(value, keys, isMap))
      if (isExplosive(pattern)) pointers.push(pointerTo(path));
  };
  visitObjects(part, visit, seen);
  return pointers;
}
