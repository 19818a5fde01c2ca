import { scoreAssertions, VECTORS } from './assertion-score.ts';
import { scoreFields } from './field-score.ts';
import { STYLE_TESTS, scoreParameters } from './parameter-score.ts';
import { SCHEMAS, scoreInvalidValues, scoreSamples } from './schema-score.ts';
import { SCENARIOS, scoreScenarios } from './typespec-score.ts';

/** For each case, the reason why it does not agree; `undefined` if it agrees. */
type Cases = readonly (string | undefined)[];

/** Tests of another project, with which this project is compared. */
interface Source {
  readonly title: string;
  /** Name on GitHub; the checkout has the same name without the owner. */
  readonly repository: string;
  readonly tests: string;
  /** Describes a case, and when the case agrees. */
  readonly method: string;
  /** @param folder The checkout. */
  readonly score: (folder: string) => Cases | Promise<Cases>;
}

const SUITE = { repository: 'json-schema-org/JSON-Schema-Test-Suite', tests: SCHEMAS };
const WITHOUT_REFERENCES =
  'A case is a schema without references and `$id` that ajv can compile. ajv decides whether a value is valid.';

export const SOURCES: readonly Source[] = [
  {
    title: 'Parameters of swagger-js',
    repository: 'swagger-api/swagger-js',
    tests: STYLE_TESTS,
    method:
      'A case is a parameter with a value. The case agrees if the client sends the expected path, query and header fields, perhaps with another percent-encoding.',
    score: scoreParameters,
  },
  {
    title: 'Calls of TypeSpec',
    repository: 'microsoft/typespec',
    tests: SCENARIOS,
    method:
      'A case is a call whose bodies are JSON. The case agrees if the mock server of the scenario accepts the request of the client, and the client returns the body of the response. The scenarios are not OpenAPI documents, so the comparison takes the styles of parameters from the names of the scenarios.',
    score: scoreScenarios,
  },
  {
    title: 'Signatures of client assertions',
    repository: 'C2SP/wycheproof',
    tests: VECTORS,
    method:
      'A case is a JSON Web Signature with its key. The case agrees if the sandbox, which checks the signature of an assertion before its claims, accepts a valid signature or rejects an invalid one.',
    score: scoreAssertions,
  },
  {
    title: 'Header fields of rate limits',
    repository: 'httpwg/structured-field-tests',
    tests: 'README.md',
    method:
      'A case is a structured field that is an item or a list. The test puts an item into a parameter of a `RateLimit` field, and appends a list to the rate limits of the field. The case agrees if the client reads a valid field, and ignores a malformed field or a list with an item that is not a string. Dictionaries are left out.',
    score: scoreFields,
  },
  {
    ...SUITE,
    title: 'Samples of schemas',
    method: `${WITHOUT_REFERENCES} The case agrees if its sample is valid, or if it has no sample and the suite has no valid value.`,
    score: scoreSamples,
  },
  {
    ...SUITE,
    title: 'Invalid values of schemas',
    method: `${WITHOUT_REFERENCES} The suite has an invalid value for each of these schemas. The case agrees if the contract suite would send at least one invalid value, and no valid value, as a body that must be rejected.`,
    score: scoreInvalidValues,
  },
];

/** The cases of a source at a commit. */
export interface Score extends Pick<Source, 'title' | 'repository' | 'tests' | 'method'> {
  readonly commit: string;
  readonly cases: Cases;
}

/** Returns the page with the scores. */
export function scoresPage(scores: readonly Score[]): string {
  return `<!-- Made by \`npm run scores\`. Do not edit. -->

# Scores in the tests of other projects

The tests are not part of this project. To repeat the comparison, clone the repositories into one folder, and run
\`npm run scores -- <folder>\`.

| What is compared | Tests | Commit | Cases | Agree |
| --- | --- | --- | --- | --- |
${scores.map(scoreRow).join('\n')}
${scores.map(section).join('')}`;
}

const agreeing = ({ cases }: Score): number => cases.filter((reason) => reason === undefined).length;

const scoreRow = (score: Score): string =>
  `| [${score.title}](#${score.title.toLowerCase().replaceAll(' ', '-')}) | [${score.repository}](https://github.com/${score.repository}/tree/${score.commit}/${score.tests}) | \`${score.commit.slice(0, 8)}\` | ${score.cases.length} | ${agreeing(score)} |`;

function section(score: Score): string {
  const counts = new Map<string, number>();
  for (const reason of score.cases) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const rows = [...counts].toSorted(([, one], [, other]) => other - one);
  const table = [
    '| Cases that do not agree | Reason |',
    '| --- | --- |',
    ...rows.map(([reason, n]) => `| ${n} | ${reason} |`),
  ];
  return `
## ${score.title}

${score.method}
${rows.length === 0 ? '' : `\n${table.join('\n')}\n`}`;
}
