import { hasMembers, type OperationEntry } from 'tenant-management-document';
import { code, inline } from '../markdown.ts';
import { hasGuide, type Links } from '../reference.ts';
import type { SchemaNames } from '../schema/type-text.ts';

/** Keywords whose value is data, which can have any keys. */
const DATA = ['example', 'examples', 'default', 'enum', 'const'];

/**
 * Lists what the source does not show about an operation, its parameters, its request body, and its responses with
 * their header fields and schemas: the values of `x-not-shown`.
 */
export function notShownList({ operation, parameters }: OperationEntry, links: SchemaNames): string {
  const { parameters: _, ...own } = operation;
  const byPart = new Map<string, Set<string>>();
  const seen = new Set<unknown>();

  function collect(value: unknown, outer: string, key = '', name = ''): void {
    if (!hasMembers(value)) return;
    const resolved = links.resolve(value);
    if (!hasMembers(resolved) || seen.has(resolved)) return;
    seen.add(resolved);
    const schema = links.nameOf(value);
    const part = schema === undefined ? partOf(key, name, outer) : `the schema ${code(schema)}`;
    const listed = resolved['x-not-shown'];
    if (Array.isArray(listed)) byPart.set(part, new Set([...(byPart.get(part) ?? []), ...listed.map(String)]));
    for (const [inner, child] of Object.entries(resolved)) {
      const isData = DATA.includes(inner) || inner.startsWith('x-');
      // The keys of these objects are names, and a name can start with `x-`.
      if (['headers', 'properties'].includes(name) || !isData) collect(child, part, name, inner);
    }
  }

  collect(own, 'the operation');
  for (const parameter of parameters) collect(parameter, `the ${parameter.in} parameter ${code(parameter.name)}`);
  return [...byPart].map(([part, notShown]) => `- About ${part}: ${[...notShown].map(inline).join('; ')}`).join('\n');
}

/** Returns a sentence with a link to the page about the gaps; empty if the project has no such page. */
export const gapsText = (links: Links): string =>
  hasGuide('source-gaps.md')
    ? `[What the source does not show](${links.guide('source-gaps.md')}) describes how the client handles each gap.`
    : '';

/** Names a part of an operation. The members of some keywords have names: a response, a header field, a field. */
function partOf(keyword: string, name: string, outer: string): string {
  if (keyword === 'responses') return `the response ${code(name)}`;
  if (keyword === 'headers') return `the header field ${code(name)}`;
  if (keyword === 'properties') return `the field ${code(name)}`;
  return name === 'requestBody' ? 'the request body' : outer;
}
