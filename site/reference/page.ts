import { stringify } from 'yaml';

/** The metadata of a page, in the format of Starlight. */
export interface FrontMatter {
  readonly title: string;
  /** One sentence, for search engines. */
  readonly description: string;
  readonly sidebar: {
    readonly label: string;
    readonly order?: number;
    readonly badge?: { readonly text: string; readonly variant: string };
  };
  readonly [key: string]: unknown;
}

/** Writes a page: its metadata as YAML, and its parts, separated by empty lines. Empty parts are omitted. */
export function page(metadata: FrontMatter, parts: readonly string[]): string {
  const body = parts.filter((part) => part !== '').join('\n\n');
  return `---\n${stringify(metadata, { lineWidth: 0 })}---\n\n${body}\n`;
}

/** Returns a heading and its content, or an empty list without content. */
export const section = (heading: string, ...parts: readonly string[]): string[] => {
  const content = parts.filter((part) => part !== '');
  return content.length === 0 ? [] : [`## ${heading}`, ...content];
};
