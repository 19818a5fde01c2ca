import type { Audience, Change } from '../change.ts';
import type { Verdict } from '../verdict.ts';
import { escapeMarkup } from './escape-markup.ts';
import { byRating, lineOf, notesOf, problemLines, summaryOf, type Versions } from './verdict-lines.ts';

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
  const intro = [summaryOf(verdict, versions), ...problemLines(verdict)];
  const groups = byRating(verdict.changes).flatMap(([rating, changes]) => [
    `<h2 class="${rating}">${rating} (${changes.length})</h2>`,
    ...changes.map(article),
  ]);
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
${[...intro.map(paragraph), ...toDo(verdict.changes), ...groups].join('\n')}
</main>
</body>
</html>`;
}

/** Returns the actions of each audience that changes break, each action once. */
function toDo(changes: readonly Change[]): string[] {
  const counted = changes.filter(({ accepted }) => accepted === undefined);
  return Object.entries(AUDIENCES).flatMap(([audience, name]) => {
    const broken = counted.filter(({ breaks }) => breaks.some((one) => one === audience));
    const items = [...new Set(broken.map(actionOf))].map((action) => `<li>${action}</li>`);
    return items.length === 0 ? [] : [`<h2>${name}</h2>`, '<ul>', ...items, '</ul>'];
  });
}

/** Returns an action with the operation that it concerns. */
const actionOf = ({ operation, action }: Change): string =>
  `${operation === null ? '' : `<code>${escapeMarkup(operation)}</code>: `}${markup(action)}`;

function article(change: Change): string {
  const place = [lineOf(change), change.pointer].map((text) => `<code>${escapeMarkup(text)}</code>`).join(' · ');
  return [
    '<article>',
    `<p>${actionOf(change)}</p>`,
    ...notesOf(change).map(paragraph),
    `<p class="small">${change.kind} · ${place}</p>`,
    '</article>',
  ].join('\n');
}

const paragraph = (text: string): string => `<p>${markup(text)}</p>`;

/** Escapes a text, and shows the parts between backticks as code. */
const markup = (text: string): string => escapeMarkup(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
