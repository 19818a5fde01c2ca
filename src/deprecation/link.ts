/** Matches one link of the header field `Link`, with its target and its parameters: RFC 8288 section 3. */
const LINK = /<([^<>]*)>((?:[ \t]*;[ \t]*[^\s"=;,]+(?:[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s";,]+))?)*)/g;
/** Matches one parameter of a link that has a value: the name, the quoted value and the unquoted value. */
const PARAMETER = /;[ \t]*([^\s"=;,]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]+))/g;

/**
 * Finds the target of a link in the header field `Link`. A link with the parameter `anchor` is ignored, because it is
 * about another resource.
 *
 * @param relations Relation types. The result is a link with the first relation type if there is one, otherwise a link
 *   with the second.
 * @param base URL of the response, against which a relative target is resolved.
 * @returns An absolute URL with the scheme `https:` or `http:`; `undefined` if no link matches.
 */
export function findLink(field: string | null, relations: readonly string[], base: string): string | undefined {
  const links = [...(field ?? '').matchAll(LINK)].map(([, target = '', parameters = '']) => ({
    target,
    values: valuesOf(parameters),
  }));
  for (const relation of relations) {
    for (const { target, values } of links) {
      const types = values.get('rel')?.toLowerCase().split(' ') ?? [];
      if (!types.includes(relation) || values.has('anchor') || !URL.canParse(target, base || undefined)) continue;
      const { href, protocol } = new URL(target, base || undefined);
      if (['https:', 'http:'].includes(protocol)) return href;
    }
  }
  return undefined;
}

/** Returns the values of the parameters of a link by lower-case name. If a name is repeated, its first value counts. */
function valuesOf(parameters: string) {
  const entries = [...parameters.matchAll(PARAMETER)].map(
    ([, name = '', quoted, unquoted]) => [name.toLowerCase(), quoted ?? unquoted] as const,
  );
  // A Map keeps the last entry of a name.
  return new Map(entries.reverse());
}
