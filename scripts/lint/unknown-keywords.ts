import { isObject } from 'tools-document/model';
import { createAjv } from 'tools-document/validation';
import { closestName, didYouMean } from '../../common/closest-name.ts';
import type { NodeLocation, RuleContext } from './rule-context.ts';

/** The extensions that the tools of this project read. */
const EXTENSIONS = [
  'x-not-shown',
  'x-release-lifecycle',
  'x-release-lifecycles',
  'x-form-parameters',
  'x-extensible-enum',
];
/** Formats of OpenAPI's registry whose names are similar to the names of formats that the tools check. */
const OTHER_FORMATS = ['int8', 'int16', 'uint8', 'uint16', 'uint32', 'uint64', 'iri', 'iri-reference'];
const FORMATS = [...Object.keys(createAjv().formats), ...OTHER_FORMATS];
/** A format of another API can be similar to a known one, such as `slug` to `url`. */
const MAX_EDITS_OF_FORMAT = 1;

/**
 * Reports unknown keywords of the schemas of OpenAPI 3.1, such as `nullable`, and removes them: they are annotations
 * (JSON Schema 2020-12 Core, 6.5), but Redocly's rules reject them. Reports extensions and formats that are probably
 * misspelt.
 */
export const unknownKeywords = () => {
  // This runs before Redocly checks the structure, so that a schema can be any value.
  const remove = (value: unknown, { type, location, report }: RuleContext): void => {
    if (type.name !== 'Schema' || !isObject(value)) return;
    // The cast is safe: the document is changed in place.
    const schema = value as Record<string, unknown>;
    for (const [keyword, part] of Object.entries(schema)) {
      if (keyword === '$ref' || keyword.startsWith('x-') || Object.hasOwn(type.properties, keyword)) continue;
      const remedy = remedyFor(keyword, part, Object.keys(type.properties));
      const message = `The keyword "${keyword}" is unknown in OpenAPI 3.1, so tools ignore it: ${remedy}`;
      report({ message, location: location.child([keyword]).key() });
      delete schema[keyword];
    }
  };
  const reportMisspelt = (node: unknown, { type, location, report }: RuleContext): void => {
    // Without this property, the type is a map, whose keys are names.
    if (type.extensionsPrefix === undefined || !isObject(node)) return;
    const check = (kind: string, name: string, closest: string | undefined, place: NodeLocation) => {
      if (closest === undefined || closest === name) return;
      const message = `The ${kind} "${name}" is unknown, so tools ignore it; did you mean "${closest}"?`;
      report({ message, location: place });
    };
    for (const key of Object.keys(node).filter((name) => name.startsWith('x-')))
      check('extension', key, closestName(key, EXTENSIONS), location.child([key]).key());
    const format = type.name === 'Schema' ? String(node['format']) : '';
    check('format', format, closestName(format, FORMATS, MAX_EDITS_OF_FORMAT), location.child(['format']));
  };
  return { any: reportMisspelt, Schema: remove, ref: remove };
};

function remedyFor(keyword: string, value: unknown, keywords: readonly string[]): string {
  if (keyword === 'nullable') return "add null to the type, such as type: [string, 'null'].";
  if (isObject(value)) return 'correct or remove the keyword, or move a field to properties.';
  return `correct or remove the keyword${didYouMean(keyword, keywords) || '.'}`;
}
