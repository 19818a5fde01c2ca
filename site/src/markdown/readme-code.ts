// Inserts code blocks of the README into a page, so that the examples exist only once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineMdastPlugin } from 'satteri';

/** A comment such as `<!-- code of README.md: Install -->`. */
const COMMENT = /<!-- code of README\.md: (.+?) -->/g;

/** Returns the first code block below a heading of the README. The working directory of Astro is the folder `site`. */
function readCode(heading: string): string {
  const readme = readFileSync(join(process.cwd(), '../README.md'), 'utf8');
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  const [code] = /^```[\s\S]*?^```$/m.exec(section ?? '') ?? [];
  if (code === undefined) throw new Error(`README.md must have a section "${heading}" that contains a code block.`);
  return code;
}

export const readmeCode = defineMdastPlugin({
  name: 'readme-code',
  html: (node) => {
    const inserted = node.value.replaceAll(COMMENT, (_, heading: string) => readCode(heading));
    return inserted === node.value ? undefined : { raw: inserted };
  },
});
