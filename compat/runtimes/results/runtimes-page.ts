// The page docs/runtimes.md, generated from the committed results.
import type { Results, RuntimeResult } from './results.ts';

/** Returns the text of `docs/runtimes.md`. */
export function runtimesPage({ runtimes, situations }: Results): string {
  const differing = differenceRows(Object.entries(runtimes));
  return `<!-- Made by \`npm run test:runtimes -- --update\`. Do not edit. -->

# Runtimes

The client runs on Node ≥ 20.19, Bun, Deno and edge workers, and in browsers. In a browser, \`auth\` must be a
[function that gets a token](tokens.md#your-own-token-source) from your server, instead of a secret.

\`npm run test:runtimes\` makes the same ${situations} calls with the packed client on each runtime. A server on loopback
injects a fault into each call: an unusual body, a broken connection, invalid HTTP, a status code, a redirect, an unusable
token response, or no response. The test fails if the results, the errors or the requests differ from the expected ones
in another way than on this page.

The browsers are those of Debian (\`chromium\`, \`firefox-esr\`, and \`webkit2gtk-driver\` with \`xvfb\`), and call the
server from another origin. Browsers also retry requests themselves: Chromium, even a POST, if a reused connection is
reset or the response is a 408; Firefox, a GET up to nine times, if a connection is reset.

| Runtime | Version | Calls as expected | Class of the platform's errors (\`cause\`) |
| --- | --- | --- | --- |
${Object.entries(runtimes)
  .map(([name, result]) => runtimeRow(name, result, situations))
  .join('\n')}

## Differences

${differing.length === 0 ? 'None.' : table(HEAD, differing)}
`;
}

function runtimeRow(name: string, result: RuntimeResult | null, situations: number): string {
  if (result === null) return row([name, 'not tested', 'not tested', 'not tested']);
  return row([
    name,
    result.version,
    `${situations - countDifferences(result)} of ${situations}`,
    result.platformErrors,
  ]);
}

/** Returns the number of situations in which a runtime differs. */
export const countDifferences = ({ differences }: RuntimeResult): number =>
  Object.values(differences).reduce((sum, titles) => sum + Object.keys(titles).length, 0);

const HEAD = ['One of these calls, with its expected outcome', 'Actual outcome', 'Number of calls'];

/** Returns a row for each kind of difference. Differences of one kind have the same subject and the same main fact. */
function differenceRows(runtimes: readonly (readonly [string, RuntimeResult | null])[]): string[][] {
  const kinds = new Map<string, { title: string; actual: string; calls: Map<string, number> }>();
  for (const [name, result] of runtimes) {
    for (const [subject, situations] of Object.entries(result?.differences ?? {})) {
      for (const [title, facts] of Object.entries(situations)) {
        const actual = mainFact(facts);
        const { calls } = kinds.get(`${subject}: ${actual}`) ?? { calls: new Map<string, number>() };
        if (calls.size === 0) kinds.set(`${subject}: ${actual}`, { title, actual, calls });
        calls.set(name, (calls.get(name) ?? 0) + 1);
      }
    }
  }
  return [...kinds.values()].map(({ title, actual, calls }) => [
    title,
    actual,
    [...calls].map((entry) => entry.join(' ')).join(', '),
  ]);
}

/**
 * Returns the first fact that differs: the outcome or the status, on which the other facts depend. The expected status
 * and outcome are left out: the title shows them, and redirects with different status codes have the same difference.
 */
function mainFact(facts: Readonly<Record<string, string>>): string {
  const [fact = '', text = ''] = Object.entries(facts)[0] ?? [];
  const [actual, expected] = text.split(' instead of ');
  if (fact === 'status') return `status ${actual}`;
  if (fact === 'outcome') return actual ?? '';
  return `${fact}: ${actual}; expected: ${expected}`;
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');
