// The parts of the README that are generated from the committed results.

import { situations } from '../situation.ts';
import type { Results } from './results.ts';
import { countDifferences } from './runtimes-page.ts';

/** The generated parts: the text before and after each part, and the text of the part. */
const PARTS: readonly { readonly name: string; readonly text: (results: Results) => string }[] = [
  { name: 'runtimes', text: runtimeList },
  { name: 'failures', text: failureTable },
];

/** Returns the text of the README with the generated parts replaced. */
export function readmeWithResults(readme: string, results: Results): string {
  return PARTS.reduce((current, { name, text }) => {
    const [start, end] = [`<!-- ${name}: made by \`npm run test:runtimes -- --update\` -->`, `<!-- /${name} -->`];
    const [from, to] = [current.indexOf(start), current.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`README.md must contain the lines "${start}" and "${end}".`);
    return `${current.slice(0, from + start.length)}\n\n${text(results)}\n\n${current.slice(to)}`;
  }, readme);
}

/** Returns the list of the runtimes in the section "Compatibility". */
function runtimeList({ runtimes, situations }: Results): string {
  const tested = Object.entries(runtimes).flatMap(([name, result]) => {
    if (result === null) return [];
    const count = countDifferences(result);
    // Omit the number in a name such as `Node 24`, because the version starts with the same number.
    const version = `${name.replace(/ \d+$/, '')} ${result.version}`;
    return [count === 0 ? version : `${version} with ${count} [differences](docs/runtimes.md#differences)`];
  });
  const untested = Object.keys(runtimes).filter((name) => runtimes[name] === null);
  return [
    `Node ≥ 20.19, browsers, Deno, Bun and edge workers: the client uses only web standards. Only \`fileJournal\` needs the module \`node:fs\` of Node.`,
    `Tested on each of these runtimes with [${situations} calls](docs/runtimes.md) to a server that injects faults: ${tested.join(', ')}.`,
    ...(untested.length > 0 ? [`Not tested: ${untested.join(', ')}.`] : []),
  ]
    .map(asListItem)
    .join('\n');
}

/** Returns an item of a Markdown list with lines of at most 120 characters. */
const asListItem = (text: string): string => `- ${text.replaceAll(/(.{1,118})(?: |$)/g, '$1\n  ').trimEnd()}`;

/** The rows of the failure table. `outcome` is the outcome that the fault battery expects in the situations of a row. */
const FAILURES: readonly { readonly outcome: string; readonly situation: string; readonly text: string }[] = [
  {
    outcome: 'ApiError',
    situation: 'a response that is not 2xx, or a 2xx with an unreadable body',
    text: '`error` is an `ApiError`',
  },
  {
    outcome: 'NetworkError',
    situation: 'no response, or a 2xx that is cut off',
    text: "throws a `NetworkError`; the platform's error is its `cause`",
  },
  {
    outcome: 'TokenError',
    situation: 'the token endpoint returns no usable token',
    text: 'throws a `TokenError`',
  },
  {
    outcome: 'TimeoutError',
    situation: 'the call takes longer than `timeout`',
    text: 'throws a `TimeoutError`',
  },
  {
    outcome: 'the reason of the signal',
    situation: "the caller's `signal` is aborted",
    text: 'throws the reason of the signal',
  },
  {
    outcome: 'TypeError',
    situation: 'an option or a parameter is invalid',
    text: 'throws a `TypeError`, and sends nothing',
  },
];

/** Returns the table of the section "Errors". */
function failureTable({ runtimes }: Results): string {
  const rows = FAILURES.map(({ outcome, situation, text }) => {
    const cases = situations.filter(({ row: { expected } }) => expectedClass(expected) === outcome);
    const differing = Object.keys(runtimes).filter((name) =>
      cases.some(({ subject, title }) => runtimes[name]?.differences[subject]?.[title] !== undefined),
    );
    const links = differing.map((name) => `[${name}](docs/runtimes.md#differences)`);
    return `| ${situation} | ${text} | ${links.join(', ') || 'none'} |`;
  });
  return ['| Situation | Outcome of a call | Runtimes that differ |', '| --- | --- | --- |', ...rows].join('\n');
}

function expectedClass(expected: object): unknown {
  if ('thrown' in expected) return expected.thrown;
  return 'error' in expected ? expected.error : undefined;
}
