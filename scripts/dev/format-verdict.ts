import type { Change, Verdict } from '../diff/verdict.ts';

/** Number of changes that are printed, so that a verdict needs only a few lines. */
const MAX_CHANGES = 8;

/** Returns a verdict as a few lines: the bump, then the changes with the largest bump first. */
export function formatVerdict({ bump, changes }: Verdict, baseline: string): string {
  if (changes.length === 0) return `No change for callers since ${baseline}`;
  const order = ['major', 'minor', 'patch', 'none'];
  const sorted = changes.toSorted((a, b) => order.indexOf(a.bump) - order.indexOf(b.bump));
  const others = changes.length - MAX_CHANGES;
  return [
    `Changes for callers since ${baseline}: ${bump}`,
    ...sorted.slice(0, MAX_CHANGES).map(formatChange),
    ...(others > 0 ? [`  and ${others} more: run npm run diff`] : []),
  ].join('\n');
}

function formatChange({ operation, pointer, kind, breaks, bump, action }: Change): string {
  const broken = breaks.length > 0 ? `; breaks ${breaks.join(', ')}` : '';
  return `  ${bump.padEnd(5)}  ${operation ?? pointer}: ${kind}${broken}. ${action}`;
}
