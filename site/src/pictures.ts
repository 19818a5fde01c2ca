// Turns the Mermaid blocks of pages into SVG.

/** The lines of a diagram for readers who cannot see it. GitHub knows these lines, but the renderer would draw them. */
const TEXT_ALTERNATIVE = /^ *acc(?:Title: (.+)|Descr \{([^}]+)\})\n/gm;
/** Names of the lines of a chart, which the renderer does not know: it calls them "Line 1", "Line 2" and so on. */
const LINE_NAME = /(?<=^ *line) "(.+?)"/gm;
/** An arrow, but not the range of an axis. */
const ARROW = /(?<!axis.*)--?>/g;
/** The styles of the SVG, which the site replaces, and decorations of a chart, of which there are hundreds. */
const OWN_LOOK = /<style>[\s\S]*?<\/style>|<\w+ [^>]*class="xychart-(?:grid|dot|line-shadow)[^>]*>/g;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Returns the HTML of a Mermaid block.
 *
 * @param id Starts the ids in the SVG. It must be unique in the page, which can have several pictures.
 * @param render Returns the SVG of a diagram.
 * @throws Error If the block lacks a title or a description, or if the renderer ignores a line or an arrow, because the
 *   renderer ignores what it cannot parse.
 */
export function diagram(block: string, id: string, render: (text: string) => string): string {
  const texts = [...block.matchAll(TEXT_ALTERNATIVE)].flatMap(([, title, description]) => title ?? description ?? []);
  const [title, description] = texts.map((text) => escapeHtml(text.trim().replaceAll(/\s+/g, ' ')));
  if (title === undefined || description === undefined)
    throw new Error('a diagram must have "accTitle: …" and then "accDescr { … }", for readers who cannot see it');
  const names = [...block.matchAll(LINE_NAME)].map(([, name = '']) => escapeHtml(name));
  const lines = block.replaceAll(TEXT_ALTERNATIVE, '').replaceAll(LINE_NAME, '').split('\n');
  const svg = render(lines.join('\n'));
  const ignored = lines.find((_line, nth) => nth > 0 && render(lines.toSpliced(nth, 1).join('\n')) === svg);
  if (ignored !== undefined) throw new Error(`the line "${ignored.trim()}" must change the diagram`);
  if ((svg.match(/marker-end=/g)?.length ?? 0) < (lines.join('\n').match(ARROW)?.length ?? 0))
    throw new Error('the diagram must show each arrow; write a space before each arrow');
  const content = svg
    .replaceAll(OWN_LOOK, '')
    .replaceAll(/(?<= )id="|url\(#/g, (start) => `${start}${id}-`)
    .replaceAll(/(?<=>)Line (\d+)(?=<)/g, (text, nth) => names[nth - 1] ?? text)
    .replace(
      /<svg .*?(viewBox="\S+ \S+ (\S+) (\S+)").*?>/,
      (_tag, box, width, height) =>
        `<svg ${box} width="${width}" height="${height}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-text">
        <title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>`,
    );
  return `<div class="picture not-content" data-pagefind-ignore>${content.replaceAll(/\n\s*/g, '')}</div>`;
}
