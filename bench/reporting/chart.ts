import { formatNumber } from '../measuring/statistics.ts';
import type { BarGroup } from '../sections/section.ts';

const WIDTH = 760;
const LABEL_WIDTH = 290;
const VALUE_WIDTH = 90;
const LINE = 22;
const GAP = 26;
const HIGHLIGHTED = 'this package';
/** Browsers apply the color scheme of the page to an image. */
const STYLE = `svg { background: #ffffff } text { fill: #1f2328 } .bar { fill: #8c959f } .highlighted { fill: #0969da }
@media (prefers-color-scheme: dark) {
  svg { background: #17181c } text { fill: #e6e8ee } .bar { fill: #7d8590 } .highlighted { fill: #6ea8ff }
}`;

/** Draws groups of horizontal bars as SVG, each group with a separate scale. */
export function drawChart(groups: readonly BarGroup[]): string {
  let top = GAP;
  const drawn = groups.map((group) => {
    const lines = drawGroup(group, top);
    top += (group.bars.length + 1) * LINE + GAP;
    return lines;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" font-family="system-ui, sans-serif" font-size="13">
<title>Cost of each client</title>
<style>
${STYLE}
</style>
${drawn.flat().join('\n')}
</svg>
`;
}

function drawGroup({ title, unit, bars }: BarGroup, top: number): string[] {
  const widest = Math.max(...bars.map(({ value }) => value));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / widest;
  const heading = `<text x="8" y="${top}" font-weight="bold">${escapeXml(title)}, ${unit}</text>`;
  const lines = bars.map(({ name, value }, index) => {
    const y = top + (index + 1) * LINE;
    const width = Math.max(value, 0) * scale;
    const kind = name === HIGHLIGHTED ? 'highlighted' : 'bar';
    return [
      `<text x="${LABEL_WIDTH - 10}" y="${y}" text-anchor="end">${escapeXml(name)}</text>`,
      `<rect x="${LABEL_WIDTH}" y="${y - 12}" width="${width.toFixed(1)}" height="15" class="${kind}"/>`,
      `<text x="${(LABEL_WIDTH + width + 6).toFixed(1)}" y="${y}">${formatNumber(value, value < 100 ? 1 : 0)}</text>`,
    ].join('');
  });
  return [heading, ...lines];
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
