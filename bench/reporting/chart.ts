import { formatNumber } from '../measuring/statistics.ts';
import type { BarGroup } from '../sections/section.ts';

const WIDTH = 760;
const LABEL_WIDTH = 270;
const VALUE_WIDTH = 90;
const LINE = 22;
const GAP = 26;
const HIGHLIGHTED = 'this package';

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
<rect width="100%" height="100%" fill="#ffffff"/>
${drawn.flat().join('\n')}
</svg>
`;
}

function drawGroup({ title, unit, bars }: BarGroup, top: number): string[] {
  const widest = Math.max(...bars.map(({ value }) => value));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / widest;
  const heading = `<text x="8" y="${top}" font-weight="bold" fill="#1f2328">${escapeXml(title)}, ${unit}</text>`;
  const lines = bars.map(({ name, value }, index) => {
    const y = top + (index + 1) * LINE;
    const width = Math.max(value, 0) * scale;
    const color = name === HIGHLIGHTED ? '#0969da' : '#8c959f';
    return [
      `<text x="${LABEL_WIDTH - 10}" y="${y}" text-anchor="end" fill="#1f2328">${escapeXml(name)}</text>`,
      `<rect x="${LABEL_WIDTH}" y="${y - 12}" width="${width.toFixed(1)}" height="15" fill="${color}"/>`,
      `<text x="${(LABEL_WIDTH + width + 6).toFixed(1)}" y="${y}" fill="#1f2328">${formatNumber(value, value < 100 ? 1 : 0)}</text>`,
    ].join('');
  });
  return [heading, ...lines];
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
