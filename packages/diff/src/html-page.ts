import type { Audience, Change } from './change.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { Verdict } from './verdict.ts';
import { byBump, lineOf, notesOf, summaryOf, type Versions } from './verdict-lines.ts';

const AUDIENCES: Readonly<Record<Audience, string>> = {
  readers: 'Code that reads responses',
  senders: 'Code that sends requests',
  operators: 'People who grant scopes and configure clients',
  sandbox: 'Tests on the sandbox',
};

const STYLE = `:root { color-scheme: light dark; --line: light-dark(#ccc, #555); --major: light-dark(#b3261e, #ff8a80) }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
code { font-size: .9em }
ul { padding-left: 1.2rem }
article { border-top: 1px solid var(--line); padding: .5rem 0 }
article p { margin: .25rem 0 }
.major { color: var(--major) }
.small { font-size: .85rem }`;

/** Returns a verdict as one HTML page, without scripts and without links to other files. */
export function htmlPage(verdict: Verdict, versions: Versions): string {
  const { since, until = 'working tree' } = versions;
  const title = escapeMarkup(`${since} → ${until}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Verdict: ${title}</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
<h1>${title}: <span class="${verdict.bump}">${verdict.bump}</span></h1>
<p>${markup(summaryOf(verdict, versions))}</p>
${Object.entries(AUDIENCES)
  .map(([audience, name]) => toDo(verdict.changes, audience, name))
  .join('')}${byBump(verdict.changes)
  .map(([bump, changes]) => `<h2 class="${bump}">${bump} (${changes.length})</h2>\n${changes.map(article).join('')}`)
  .join('')}</main>
</body>
</html>`;
}

/** Returns the actions of an audience, each once; empty if no change breaks the audience. */
function toDo(changes: readonly Change[], audience: string, name: string): string {
  const actions = new Set(changes.filter(({ breaks }) => breaks.some((one) => one === audience)).map(actionOf));
  if (actions.size === 0) return '';
  const items = [...actions].map((action) => `<li>${action}</li>\n`);
  return `<h2>${name}</h2>\n<ul>\n${items.join('')}</ul>\n`;
}

/** Returns an action with the operation that it concerns. */
const actionOf = ({ operation, action }: Change): string =>
  `${operation === null ? '' : `<code>${escapeMarkup(operation)}</code>: `}${markup(action)}`;

const article = (change: Change): string => `<article>
<p>${actionOf(change)}</p>
${notesOf(change)
  .map((note) => `<p>${markup(note)}</p>\n`)
  .join(
    '',
  )}<p class="small">${change.kind} · <code>${escapeMarkup(lineOf(change))}</code> · <code>${escapeMarkup(change.pointer)}</code></p>
</article>
`;

/** Escapes a text, and shows the parts between backticks as code. */
const markup = (text: string): string => escapeMarkup(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
