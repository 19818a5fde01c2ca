// Repairs the page that Redoc writes: makes it self-contained, and corrects its layout, colors and keyboard access.
import { inlineScripts } from '../../site/plugins/content-security-policy.ts';

/** The URL of the Redocly logo, which the page would load from the network. */
const REMOTE_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w-]+\.svg/g;
const EMPTY_IMAGE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';
/** Matches a link of the menu. Redoc writes a path, but its script opens a section by the part of the URL after `#`. */
const MENU_LINK = / href="(\/[^"]*)"(?= data-discover="true")/g;
/** Redoc's first script, which selects the theme. It comes before all texts of the document except the title. */
const FIRST_SCRIPT = /(?<=<div id="redoc"><div hidden="">)<script>.*?<\/script>/s;
/** The start of Redoc's last script. It contains the document as JSON without "<", so the page has no later script. */
const LAST_SCRIPT = '<script type="module">';

/** Overrides styles of Redoc. The selectors start with `html` because the styles of Redoc come later in the page. */
const STYLE = `
/* The overview uses the whole width, so that its table fits. Paths and scopes in the table stay on one line. */
html div:has(> [data-testid='middle-panel'] > [data-section-id='/']) { flex-direction: column }
html div:has(> [data-testid='middle-panel'] > [data-section-id='/']) > div { width: 100%; max-width: none; padding-left: 64px; padding-right: 64px }
html td code { white-space: nowrap !important }
/* Samples wrap, and their text is as small as that of other code. */
html pre[data-language], html pre[data-language] code { white-space: pre-wrap !important; overflow-wrap: anywhere; font-size: 12px !important }
/* On a narrow screen, the button "Copy" leaves the line of the title, and the title breaks between words only. */
@media (max-width: 600px) {
  html div:has(> div > :is(h1, h2)) { flex-wrap: wrap }
  html :is(h1, h2) { word-break: normal !important; overflow-wrap: break-word !important }
  html div:has(> [data-testid='middle-panel'] > [data-section-id='/']) > div { padding-left: 32px; padding-right: 32px }
}
/* The badge "API docs by" lacks its logo, which the page would load from the network. */
html span:has(> a[href='https://redocly.com/redoc/']) { display: none }
/* Texts have a contrast of at least 4.5 to 1. */
html:root { --search-trigger-color: var(--text-color-secondary); --search-highlight-text-color: var(--color-blue-8) }
html:root:not(.dark) { --link-color-primary-legacy: var(--color-blue-8); --code-block-tokens-string-color-legacy: var(--color-blue-8) }
html:root:not(.dark) .tag-default > div { color: color-mix(in srgb, var(--tag-color), black 45%) }
`;

/**
 * Makes the search and wide tables reachable with the keyboard, and names the menu and the button that clears the search.
 * Redoc inserts these elements while the page is open. Redoc would also create a `Worker` with `eval`, which the policy
 * forbids. Without `Worker`, Redoc searches in the page.
 */
const SCRIPT = `
delete globalThis.Worker;
const attributes = {
  '[data-testid="search-trigger"]': { role: 'button', tabindex: 0 },
  '.md-table-wrapper': { tabindex: 0 },
  '.menu-content': { role: 'navigation' },
  'button[tabindex="-1"]': { 'aria-label': 'Clear the search' },
};
new MutationObserver(() => {
  for (const [selector, names] of Object.entries(attributes))
    for (const element of document.querySelectorAll(selector))
      for (const [name, value] of Object.entries(names)) element.setAttribute(name, value);
}).observe(document, { childList: true, subtree: true });
document.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && target.matches('[data-testid="search-trigger"]')) target.click();
});
`;

/**
 * Returns the content security policy: the page loads and sends nothing over the network, and runs only the script above
 * and those of Redoc. Texts of the document can be between these scripts, so the policy does not allow other scripts.
 */
function policyOf(html: string): string {
  const known = [`<script>${SCRIPT}</script>`, FIRST_SCRIPT.exec(html)?.[0], html.slice(html.lastIndexOf(LAST_SCRIPT))];
  return [
    "default-src 'none'",
    `script-src ${[...inlineScripts(known.join(''))].join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/**
 * Returns a page of Redoc that needs no network and has a content security policy. Its table fits, its texts have
 * enough contrast, and its search can be opened with the keyboard.
 */
export function repairPage(html: string): string {
  if (!html.includes('<head>'))
    throw new Error('The docs page must have a <head>, which its content security policy needs.');
  const repaired = html.replaceAll(REMOTE_LOGO, EMPTY_IMAGE).replaceAll(MENU_LINK, ' href="#$1"');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(repaired)}">`;
  return repaired.replace('<head>', `<head>${policy}<style>${STYLE}</style><script>${SCRIPT}</script>`);
}
