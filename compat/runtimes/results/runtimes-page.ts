// The page docs/runtimes.md, generated from the committed results.
import type { Results, RuntimeResult } from './results.ts';

/** Returns the text of `docs/runtimes.md`. */
export function runtimesPage({ runtimes, situations }: Results): string {
  const differing = Object.entries(runtimes).flatMap(([name, result]) => differenceRows(name, result));
  return `<!-- Made by \`npm run test:runtimes -- --update\`. Do not edit. -->

# Runtimes

\`npm run test:runtimes\` installs the packed client, and makes the same ${situations} calls on each runtime. A server on
loopback injects a fault into each call: an unusual body, a broken connection, invalid HTTP, a status code, a redirect, a
token response that is not usable, or no response until the timeout. For each call, the test compares three things with
the expected ones: the result or the error, its properties, and the requests that the server received. The test fails if
the differences that it finds are not exactly those on this page. Before these calls, a smoke test imports each entry
point of the client, and calls the sandbox.

In a browser, a test page makes the calls. Its origin is not that of the server, so the server sends CORS header fields,
and closes the connection after each preflight request. If the connection stayed open, a browser could reuse it for the
call. If a reused connection is reset, or if the response is a 408, Chromium itself sends the request a second time,
even a POST. If a connection is reset, Firefox itself sends a GET up to nine more times.

The browsers are those of Debian: \`chromium\`, \`firefox-esr\` and, for WebKit, \`webkit2gtk-driver\` with \`xvfb\`. A
browser that is not installed is not tested.

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

const HEAD = ['Runtime', 'Subject', 'Calls', 'Actual outcome', 'One of these calls, with its expected outcome'];

/** Returns a row for each kind of difference. Differences of one kind have the same subject and the same main fact. */
function differenceRows(name: string, result: RuntimeResult | null): string[][] {
  // The library types that this project compiles with do not have Map.groupBy.
  const kinds = new Map<string, { subject: string; actual: string; titles: string[] }>();
  for (const [subject, situations] of Object.entries(result?.differences ?? {})) {
    for (const [title, facts] of Object.entries(situations)) {
      const actual = mainFact(facts);
      const kind = kinds.get(`${subject}: ${actual}`) ?? { subject, actual, titles: [] };
      kinds.set(`${subject}: ${actual}`, kind);
      kind.titles.push(title);
    }
  }
  return [...kinds.values()].map(({ subject, actual, titles }) => [
    name,
    subject,
    String(titles.length),
    actual,
    titles[0] ?? '',
  ]);
}

/**
 * Returns the first fact that differs: the outcome or the status, on which the other facts depend. The expected status
 * is left out, because redirects with different status codes have the same difference.
 */
function mainFact(facts: Readonly<Record<string, string>>): string {
  const [fact = '', text = ''] = Object.entries(facts)[0] ?? [];
  const [actual, expected] = text.split(' instead of ');
  if (fact === 'status') return `status ${actual}`;
  return `${fact === 'outcome' ? '' : `${fact}: `}${actual}; expected: ${expected}`;
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');
