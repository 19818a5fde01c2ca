import { composedSchemas, type FieldSchema, isObject, type OpenApiDocument } from 'tenant-management-document';
import { createRedactor, REDACTED } from '../redact-archive.ts';

/** Replaces the secrets in a JSON value. */
export type RedactValue = (value: unknown) => unknown;

/** Names of fields whose values are secrets. */
const SECRET_NAME =
  /password|(secret|passphrase|token|assertion|credential|authorization|connection_?string|(api|private|secret|access|signing)_?key|pem)s?$/i;
/** Names of fields that contain a secret inside a field with a secret name, as in `credential: { value }`. */
const VALUE_NAME = /^(value|key|text|data)$/;
/** Names of ids: their values are random, but not secret. */
const ID_NAME = /(^id|_id|Id)s?$/;
/** A string that looks generated: at least 20 characters, letters of both cases, a digit, and no spaces. */
const RANDOM = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+=-][\w+/=-]{19,}$/;
/** The user name and the password in a URL. */
const USER_INFO = /(?<=\/\/)[^\s/@]+:[^\s/@]+(?=@)/g;

/**
 * Returns a function that replaces the values that can be secrets: JWTs, private keys, random strings, and strings and
 * numbers in fields that have a secret name or that the document marks with `writeOnly` or `format: password`.
 */
export function secretValues(document: OpenApiDocument): RedactValue {
  const marked = markedNames(document);
  const { redact } = createRedactor();
  const visit = (value: unknown, name: string, isMarked: boolean, isNamed: boolean): unknown => {
    if (typeof value === 'string') {
      const looksSecret = value.includes('PRIVATE KEY') || (RANDOM.test(value) && !ID_NAME.test(name));
      return value !== '' && (isMarked || isNamed || looksSecret)
        ? REDACTED
        : redact(value.replaceAll(USER_INFO, REDACTED));
    }
    if (typeof value === 'number' && (isMarked || isNamed)) return REDACTED;
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

/** The keywords of a JSON schema that mark its value as secret. */
interface MarkedSchema extends FieldSchema {
  readonly writeOnly?: boolean;
  readonly format?: string;
}

/** Returns the names of all fields that a document marks as secret. */
function markedNames(document: OpenApiDocument): Set<string> {
  const isSecret = (schema: MarkedSchema, seen = new Set<object>()): boolean =>
    composedSchemas(document, schema, seen).some(
      ({ writeOnly, format, items }: MarkedSchema) =>
        writeOnly === true || format === 'password' || (items !== undefined && isSecret(items, seen)),
    );
  const names = new Set<string>();
  const visit = (outer: unknown): void => {
    for (const [name, inner] of Object.entries(Object(outer))) {
      if (typeof inner !== 'object' || inner === null) continue;
      if (name === 'properties') {
        for (const [field, schema] of Object.entries(inner)) {
          if (isObject(schema) && isSecret(schema)) names.add(field);
        }
      }
      visit(inner);
    }
  };
  visit(document);
  return names;
}
