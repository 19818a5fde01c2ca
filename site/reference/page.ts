import { stringify } from 'yaml';

/** Writes a page: its metadata for Starlight as YAML, and its parts, separated by empty lines. Empty parts are omitted. */
export function page(metadata: object, parts: readonly string[]): string {
  const body = parts.filter((part) => part !== '').join('\n\n');
  return `---\n${stringify(metadata, { lineWidth: 0 })}---\n\n${body}\n`;
}

/** Returns a heading and its content, or an empty list without content. */
export const section = (heading: string, ...parts: readonly string[]): string[] => {
  const content = parts.filter((part) => part !== '');
  return content.length === 0 ? [] : [`## ${heading}`, ...content];
};
