import { basename, extname } from 'node:path';
import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { hasNames } from './visit-references.ts';

/**
 * Returns a document in one file without the references to other files that remain: those in extensions, and those in
 * the mapping of a discriminator. A mapping to a file becomes a mapping to the component with the name of the file.
 */
export function withoutFiles(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  const mapped = (mapping: object): object =>
    Object.fromEntries(
      Object.entries(mapping).flatMap(([key, target]) => {
        const name = String(target).startsWith('#') ? undefined : basename(String(target), extname(String(target)));
        if (name === undefined || (name === target && Object.hasOwn(schemas, name))) return [[key, target]];
        return Object.hasOwn(schemas, name) ? [[key, `#/components/schemas/${name}`]] : [];
      }),
    );
  const isDropped = (key: string, value: unknown): boolean =>
    key.startsWith('x-') && JSON.stringify(value ?? null).includes('"$ref":');
  const copy = (value: unknown, keyword = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item));
    if (!isObject(value)) return value;
    const { discriminator } = value;
    const members = Object.entries(value)
      .filter(([name, part]) => hasNames(keyword) || !isDropped(name, part))
      // A field can have the name of a keyword, such as `headers`.
      .map(([name, part]) => [name, copy(part, hasNames(keyword) ? '' : name)]);
    const copied = Object.fromEntries(members);
    return isObject(discriminator) && isObject(discriminator['mapping'])
      ? { ...copied, discriminator: { ...discriminator, mapping: mapped(discriminator['mapping']) } }
      : copied;
  };
  // The cast is safe: only extensions and mappings change.
  return copy(document) as OpenApiDocument;
}
