import { isObject, type OpenApiDocument } from 'tenant-management-document';
import { createRedactor, REDACTED } from '../redact.ts';

/** Replaces the secrets in a JSON value. */
export type RedactValue = (value: unknown) => unknown;

/** Names of fields whose values are secrets. */
const SECRET_NAME = /(secret|password|passphrase|token|assertion|credential|api_?key|private_?key|pem)s?$/i;
/** Names of the fields that have the secret in an object with the name of a secret. */
const VALUE_NAME = /^(value|key)$/;
/** Matches the words of an id, whose value is random but not a secret. */
const ID_NAME = /(^id|_id|Id)s?$/;
/** A text without spaces that has letters of both cases and a digit, such as a generated key. */
const RANDOM = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+/=-]{20,}$/;

/**
 * Returns a function that replaces the values that can be secrets: JWTs, private keys, random texts, and texts in fields
 * with the name of a secret or with the name of a field that the document marks with `writeOnly` or `format: password`.
 */
export function secretValues(document: OpenApiDocument): RedactValue {
  const marked = markedNames(document);
  const { redact } = createRedactor();
  const visit = (value: unknown, name: string, isMarked: boolean, isNamed: boolean): unknown => {
    if (typeof value === 'string') {
      const looksSecret = value.includes('PRIVATE KEY') || (RANDOM.test(value) && !ID_NAME.test(name));
      return value !== '' && (isMarked || isNamed || looksSecret) ? REDACTED : redact(value);
    }
    if (typeof value === 'number' && isMarked) return REDACTED;
    if (Array.isArray(value)) return value.map((one) => visit(one, name, isMarked, isNamed));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([inner, one]) => {
        const hasSecretName = SECRET_NAME.test(inner) || (isNamed && VALUE_NAME.test(inner));
        return [inner, visit(one, inner, isMarked || marked.has(inner), hasSecretName)];
      }),
    );
  };
  return (value) => visit(value, '', false, false);
}

/** Returns the paths of the replaced secrets in a JSON value. */
export function redactedPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(REDACTED) ? [path] : [];
  return Object.entries(Object(value)).flatMap(([name, one]) =>
    redactedPaths(one, path === '' ? name : `${path}.${name}`),
  );
}

/** Returns the names of all fields that a document marks as secret. */
function markedNames(value: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (outer: unknown): void => {
    for (const [name, inner] of Object.entries(Object(outer))) {
      if (typeof inner !== 'object' || inner === null) continue;
      if (name === 'properties') {
        for (const [field, schema] of Object.entries(inner)) {
          if (schema?.writeOnly === true || schema?.format === 'password') names.add(field);
        }
      }
      visit(inner);
    }
  };
  visit(value);
  return names;
}
