import { renderMermaidSVG } from 'beautiful-mermaid';
import { defineMdastPlugin } from 'satteri';
import { isInReference } from './safe-reference.ts';

/** The colors of the site, which change with its theme. */
const COLORS = {
  bg: 'var(--sl-color-bg)',
  fg: 'var(--sl-color-white)',
  line: 'var(--sl-color-gray-3)',
  accent: 'var(--sl-color-gray-2)',
  muted: 'var(--sl-color-gray-2)',
  surface: 'var(--sl-color-gray-6)',
  border: 'var(--sl-color-gray-4)',
};
/** Space around the drawing, and between its parts, in pixels. */
const SPACE = { padding: 8, layerSpacing: 28, nodeSpacing: 14 };
/** Smallest scale of a drawing at which its text is readable. If a drawing needs more space, its frame scrolls. */
const SMALLEST = 0.85;
/** Matches the import of a font from another host, which `beautiful-mermaid` adds. */
const REMOTE_FONT = /@import url\([^)]*\);/g;

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Reads the title and the description of a drawing, which are its alternative text for screen readers. */
function readText(drawing: string): { title: string; description: string } {
  const [, title] = /^ *accTitle: (.+)$/m.exec(drawing) ?? [];
  const [, description] = /^ *accDescr: (.+)$/m.exec(drawing) ?? [];
  if (title === undefined || description === undefined)
    throw new Error(
      `Each Mermaid drawing must have the lines "accTitle: …" and "accDescr: …": ${drawing.slice(0, 80)}`,
    );
  return { title, description };
}

/** Returns a drawing as HTML: an SVG in the colors of the site, in a frame that scrolls if the drawing is too wide. */
function drawDiagram(drawing: string, number: number): string {
  const { title, description } = readText(drawing);
  const svg = renderMermaidSVG(drawing.replaceAll(/^ *acc(?:Title|Descr): .+\n/gm, ''), {
    ...COLORS,
    ...SPACE,
    font: 'system-ui',
    transparent: true,
  })
    .replaceAll(REMOTE_FONT, '')
    // Ids must differ among the drawings of a page.
    .replaceAll(/(\bid="|url\(#)/g, `$1diagram-${number}-`)
    .replace(/<svg (.*? width="([\d.]+)".*? style=")/, (_, attributes, width) => {
      const label = escapeAttribute(`${title}. ${description}`);
      return `<svg role="img" aria-label="${label}" ${attributes}min-width:${Math.round(width * SMALLEST)}px;`;
    })
    .replaceAll(/\n\s*/g, ' ');
  return `<figure class="diagram not-content" tabindex="0" aria-label="${escapeAttribute(title)}">${svg}</figure>`;
}

/**
 * Draws the Mermaid blocks of a page as SVG, so that the page needs no script and no other host. Mermaid blocks in the
 * reference stay code blocks, because they come from descriptions and can lack the lines that `readText` requires.
 */
export const diagrams = () => {
  let number = 0;
  return defineMdastPlugin({
    name: 'diagrams',
    code: (node, context) => {
      if (node.lang !== 'mermaid' || isInReference(context)) return undefined;
      number += 1;
      return { raw: drawDiagram(node.value, number), mdxExpressions: false };
    },
  });
};
