import { groupBy, type OperationEntry, referenceTo, samplerOf } from 'tenant-management-document';
import { code, description, fenced, firstSentence, inline, plain } from '../markdown.ts';
import { page, section } from '../page.ts';
import { callOf, type Links, linksFrom, type Reference } from '../reference.ts';
import { type Components, SHORT_LIST } from './components.ts';
import { constraintTexts } from './constraint-texts.ts';
import { fieldList } from './field-list.ts';
import type { SchemaUses } from './schema-uses.ts';
import { ANY, ownTypeText } from './type-text.ts';

/** Writes the pages of the schemas, by path in the reference. */
export function schemaPages(reference: Reference): Map<string, string> {
  const { components, schemaSlugs } = reference;
  const links = linksFrom(reference, 'schemas');
  return new Map([
    ['schemas/index.md', schemaIndex(components, links)],
    ...[...components.pages].map((name): [string, string] => [
      `schemas/${schemaSlugs.get(name)}.md`,
      schemaPage(reference, name, links),
    ]),
  ]);
}

function schemaPage({ document, components }: Reference, name: string, links: Links): string {
  const schema = components.schema(name);
  const type = ownTypeText(schema, links);
  const example =
    type === ANY
      ? undefined
      : samplerOf(document, 'response').valueOf(
          { $ref: referenceTo(['components', 'schemas', name]) },
          schema.examples?.[0],
        );
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
      `**Type:** ${[type, ...constraintTexts(schema, links)].join(', ')}  \n**In TypeScript:** ${code(`components['schemas']['${name}']`)}`,
      notShown.length === 0 ? '' : `Not shown by the source: ${notShown.map(inline).join('; ')}.`,
      ...section('Fields', fieldList(schema, links)),
      ...section('Example', example === undefined ? '' : fenced('json', JSON.stringify(example, null, 2))),
      ...section('Used by', useList(components.uses.get(name), links)),
    ],
  );
}

function useList(uses: SchemaUses | undefined, links: Links): string {
  if (uses === undefined) return 'No operation and no other schema uses this schema.';
  return [
    ...uses.operations.map((entry: OperationEntry) => `- ${links.operation(entry)} ${callOf(entry)}`),
    ...uses.schemas.map((other) => `- ${links.schema(other)}`),
  ].join('\n');
}

/** Writes the list of the schemas from A to Z, with a heading for each letter if the list is long. */
function schemaIndex({ pages, schema }: Components, links: Links): string {
  const names = [...pages].toSorted((first, second) => first.localeCompare(second, 'en'));
  const letters = [...groupBy(names, (name) => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? 'Other')];
  const listOf = (group: readonly string[]) =>
    group
      .map((name) => [links.schema(name), plain(firstSentence(schema(name).description))])
      .map((parts) => `- ${parts.filter((part) => part !== '').join(': ')}`)
      .join('\n');
  return page(
    {
      title: 'Schemas',
      description: 'The schemas of request bodies and responses.',
      sidebar: { label: 'Schemas', order: 0 },
    },
    [
      'These schemas have fields or alternatives, or accept any value. Other schemas, such as enums, are described on the pages that use them.',
      ...(names.length <= SHORT_LIST
        ? [listOf(names)]
        : [
            letters.map(([letter]) => `[${letter}](index.md#${letter.toLowerCase()})`).join(' '),
            ...letters.flatMap(([letter, group]) => section(letter, listOf(group))),
          ]),
    ],
  );
}
