import type { OperationEntry } from '../openapi/document.ts';
import { samplerOf } from '../openapi/valid-sample.ts';
import { fieldList } from './field-list.ts';
import { code, description, fenced, firstSentence, inline, joined, plain, table } from './markdown.ts';
import { page, section } from './page.ts';
import { type Links, linksFrom, type Reference } from './reference.ts';
import type { Schema } from './schema.ts';
import { type SchemaUses, usesOf } from './schema-uses.ts';
import { ANY, constraintTexts, ownTypeText } from './type-text.ts';

/** Writes the pages of the schemas, by path in the reference. */
export function schemaPages(reference: Reference): Map<string, string> {
  const { components, schemaSlugs } = reference;
  const links = linksFrom(reference, 'schemas');
  const uses = usesOf(reference);
  return new Map([
    ['schemas/index.md', schemaIndex(reference, links, uses)],
    ...[...components.schemas].map(([name, schema]): [string, string] => [
      `schemas/${schemaSlugs.get(name)}.md`,
      schemaPage(reference, name, schema, links, uses.get(name)),
    ]),
  ]);
}

function schemaPage(
  { document }: Reference,
  name: string,
  schema: Schema,
  links: Links,
  uses: SchemaUses | undefined,
): string {
  const type = ownTypeText(schema, links);
  const example = type === ANY ? undefined : samplerOf(document, 'response').valueOf(schema, schema.examples?.[0]);
  const notShown = schema['x-not-shown'] ?? [];
  return page(
    {
      title: name,
      description: firstSentence(schema.description) || `The schema ${name}`,
      sidebar: { label: name },
      schema: name,
    },
    [
      description(schema.description ?? ''),
      `- **Type:** ${[type, ...constraintTexts(schema, links)].join(', ')}\n- **In TypeScript:** ${code(`components['schemas']['${name}']`)}`,
      notShown.length === 0 ? '' : `Not shown by the source: ${notShown.map(inline).join('; ')}.`,
      ...section('Fields', fieldList(schema, links)),
      ...section('Example', example === undefined ? '' : fenced('json', JSON.stringify(example, null, 2))),
      ...section('Used by', useList(uses, links)),
    ],
  );
}

function useList(uses: SchemaUses | undefined, links: Links): string {
  if (uses === undefined) return 'No operation and no other schema uses this schema.';
  return [
    ...uses.operations.map(
      (entry: OperationEntry) => `- ${links.operation(entry)} (${code(`${entry.method} ${entry.path}`)})`,
    ),
    ...uses.schemas.map((other) => `- ${links.schema(other)}`),
  ].join('\n');
}

function schemaIndex({ components }: Reference, links: Links, uses: ReadonlyMap<string, SchemaUses>): string {
  const rows = [...components.schemas].map(([name, { description: text }]) => {
    const { operations = [], schemas = [] } = uses.get(name) ?? {};
    const counts = [
      ...(operations.length === 0 ? [] : [`${operations.length} operation${operations.length === 1 ? '' : 's'}`]),
      ...(schemas.length === 0 ? [] : [`${schemas.length} schema${schemas.length === 1 ? '' : 's'}`]),
    ];
    return [links.schema(name), plain(firstSentence(text)), joined(counts, 'and') || 'none'];
  });
  return page(
    {
      title: 'Schemas',
      description: 'The schemas of request bodies and responses.',
      sidebar: { label: 'Schemas', order: 0 },
    },
    [
      'These schemas have fields or alternatives. Other schemas, such as enums, are described in each place that uses them.',
      table(['Schema', 'Description', 'Used by'], rows),
    ],
  );
}
