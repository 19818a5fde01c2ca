import type { Bars } from './section.ts';
import { fixed } from './statistics.ts';

const WIDTH = 760;
const LABEL_WIDTH = 270;
const VALUE_WIDTH = 90;
const LINE = 22;
const GAP = 26;
const OWN = 'this package';

/** Draws groups of horizontal bars, each group on a scale of its own. */
export function drawChart(groups: readonly Bars[]): string {
  let top = GAP;
  const drawn = groups.map((group) => {
    const lines = drawGroup(group, top);
    top += (group.bars.length + 1) * LINE + GAP;
    return lines;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" font-family="system-ui, sans-serif" font-size="13">
<title>What each client costs</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${drawn.flat().join('\n')}
</svg>
`;
}

function drawGroup({ title, unit, bars }: Bars, top: number): string[] {
  const widest = Math.max(...bars.map(({ value }) => value));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / widest;
  const heading = `<text x="8" y="${top}" font-weight="bold" fill="#1f2328">${escapeXml(title)}, ${unit}</text>`;
  const lines = bars.map(({ name, value }, index) => {
    const y = top + (index + 1) * LINE;
    const width = Math.max(value, 0) * scale;
    const colour = name === OWN ? '#0969da' : '#8c959f';
    return [
      `<text x="${LABEL_WIDTH - 10}" y="${y}" text-anchor="end" fill="#1f2328">${escapeXml(name)}</text>`,
      `<rect x="${LABEL_WIDTH}" y="${y - 12}" width="${width.toFixed(1)}" height="15" fill="${colour}"/>`,
      `<text x="${(LABEL_WIDTH + width + 6).toFixed(1)}" y="${y}" fill="#1f2328">${fixed(value, value < 100 ? 1 : 0)}</text>`,
    ].join('');
  });
  return [heading, ...lines];
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
