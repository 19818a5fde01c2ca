import { inlineScripts } from '../../site/plugins/content-security-policy.ts';

/** Redoc's first script, which selects the theme. It comes before all texts of the document except the title. */
const FIRST_SCRIPT = /(?<=<div id="redoc"><div hidden="">)<script>.*?<\/script>/s;
/** The start of Redoc's last script. It contains the document as JSON without "<", so the page has no later script. */
const LAST_SCRIPT = '<script type="module">';

/**
 * Adds a content security policy to a page of Redoc: the page loads and sends nothing over the network, not even
 * Redoc's logo, and runs only Redoc's own scripts. Texts of the document can be between these scripts.
 */
export function addPolicy(html: string): string {
  if (!html.includes('<head>'))
    throw new Error('The docs page must have a <head>, which its content security policy needs.');
  const scripts = [FIRST_SCRIPT.exec(html)?.[0], html.slice(html.lastIndexOf(LAST_SCRIPT))].join('');
  const policy = [
    "default-src 'none'",
    `script-src ${[...inlineScripts(scripts)].join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
