import type { Audience, Bump } from '../change.ts';
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

/** The agreement with the labels in the tests of another tool. */
interface OutsideSource {
  readonly repository: string;
  readonly commit: string;
  readonly tests: string;
  readonly pairs: number;
  readonly agree: number;
  readonly lower: number;
  readonly higher: number;
}

/** A reason why the ratings of some pairs are different from the labels of other tools. */
interface Reason {
  readonly pairs: number;
  readonly reason: string;
}

/** The content of `packages/diff/test/outside-labels.yaml`. */
export interface OutsideLabels {
  readonly sources: readonly OutsideSource[];
  readonly lower: readonly Reason[];
  readonly higher: readonly Reason[];
}

/** Returns the page with the ratings of all labelled changes, and with the agreement with labels of other tools. */
export function resultsPage(results: readonly RatedChange[], outside: OutsideLabels): string {
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

## Labels of other tools

The tests of other tools contain pairs of documents with an expected rating: breaking, not breaking or equal. The table
counts the pairs for which \`npm run diff\` gives the same rating (\`major\` is breaking), a lower one or a higher one.

| Tests | Commit | Pairs | Same | Lower | Higher |
| --- | --- | --- | --- | --- | --- |
${outside.sources.map(sourceRow).join('\n')}

[The policy](changes.md#the-policy) is the reason for each difference:

| Pairs rated lower | Reason |
| --- | --- |
${outside.lower.map(reasonRow).join('\n')}

| Pairs rated higher | Reason |
| --- | --- |
${outside.higher.map(reasonRow).join('\n')}

To repeat the comparison, extract the two documents of each test at the commit above, with the assignments to their
members, and pass both to \`compareContracts()\`. The label of oasdiff is the level of the rule in \`checker/rules.go\` (\`ERR\`
and \`WARN\` are breaking); count only changes of the direction that the rule names. The label of libopenapi is the number
of breaking changes that the test expects; place a schema in a request and in a response, and use the better rating.
The label of openapi-diff is the name of the assertion. Leave out tests whose documents a parser cannot read from the
source (of libopenapi, 253 have no such label, and 138 use Swagger 2, tables or a configuration; of oasdiff, 105 have no
label, use a configuration, or change the document by functions), labels "not breaking" of pairs that another test of
oasdiff calls breaking, equal documents, and documents in Swagger 2.
\`packages/diff/test/outside-labels.yaml\` contains the numbers; after a new comparison, edit this file.

## Labelled changes

A rating in bold is different from the label.

| Change | Label | Breaks | \`npm run diff\` | Redocly |
| --- | --- | --- | --- | --- |
${results.map(row).join('\n')}
`;
}

const sourceRow = (source: OutsideSource): string =>
  `| \`${source.tests}\` of ${source.repository} | \`${source.commit}\` | ${source.pairs} | ${source.agree} | ${source.lower} | ${source.higher} |`;

const reasonRow = ({ pairs, reason }: Reason): string => `| ${pairs} | ${reason} |`;

const row = ({ change, bump, breaks, ours, redocly }: RatedChange): string => {
  const rating = (value: Bump) => (value === bump ? value : `**${value}**`);
  return `| ${change} | ${bump} | ${breaks.join(', ')} | ${rating(ours)} | ${rating(redocly)} |`;
};
