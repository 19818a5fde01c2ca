import type { Audience, Bump } from './change.ts';
import { BUMPS } from './change-list.ts';

/** The ratings of a labelled change. */
export interface RatedChange {
  readonly change: string;
  readonly breaks: readonly Audience[];
  /** The label. */
  readonly bump: Bump;
  readonly ours: Bump;
  readonly redocly: Bump;
}

/** Returns the page with the ratings of all labelled changes. */
export function resultsPage(results: readonly RatedChange[]): string {
  const summary = (name: string, ratingOf: (result: RatedChange) => Bump) => {
    const order = (result: RatedChange) => BUMPS.indexOf(ratingOf(result)) - BUMPS.indexOf(result.bump);
    const count = (matches: (difference: number) => boolean) =>
      results.filter((result) => matches(order(result))).length;
    return `| ${name} | ${count((difference) => difference === 0)} of ${results.length} | ${count((difference) => difference < 0)} | ${count((difference) => difference > 0)} |`;
  };
  return `<!-- Made from packages/diff/test/corpus.yaml by \`npm run diff:results\`. Do not edit. -->

# Ratings of labelled changes

\`packages/diff/test/corpus.yaml\` contains changes of small contracts. The label of each change follows
[the policy](changes.md#the-policy). The tables compare the labels with the ratings of \`npm run diff\` and of Redocly's
command \`diff\` (preset \`diff-recommended\`). Redocly does not read the behavior file of the sandbox.

| Rating by | As labelled | Too low | Too high |
| --- | --- | --- | --- |
${summary('`npm run diff`', ({ ours }) => ours)}
${summary('Redocly', ({ redocly }) => redocly)}

A rating in bold is different from the label.

| Change | Label | Breaks | \`npm run diff\` | Redocly |
| --- | --- | --- | --- | --- |
${results.map(row).join('\n')}
`;
}

const row = ({ change, bump, breaks, ours, redocly }: RatedChange): string => {
  const rating = (value: Bump) => (value === bump ? value : `**${value}**`);
  return `| ${change} | ${bump} | ${breaks.join(', ')} | ${rating(ours)} | ${rating(redocly)} |`;
};
