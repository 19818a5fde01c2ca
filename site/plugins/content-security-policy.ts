import { createHash } from 'node:crypto';

/** A script in the page. Scripts with `src` come from the site itself, and JSON is not executed. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/)[^>]*>([\s\S]*?)<\/script>/g;
const CHARSET = /<meta charset="utf-8"\s*\/?>/i;

/** Returns the hashes of the inline scripts of a page, as a policy names them. */
export function inlineScripts(html: string): ReadonlySet<string> {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return new Set(hashes);
}

/** The policy of a page: scripts, styles and requests of this site only, and requests to a sandbox on this machine. */
const policyOf = (allowed: ReadonlySet<string>): string =>
  [
    "default-src 'self'",
    // The search runs WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${[...allowed].join(' ')}`,
    // The colors of code samples are in style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self' http://127.0.0.1:*",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');

/**
 * Adds a content security policy to a page.
 *
 * @param allowed Hashes of the inline scripts that the page can run. Compute these hashes from another page, because a
 *   description in the document can add a script to this page.
 */
export function withPolicy(html: string, allowed: ReadonlySet<string>): string {
  if (!CHARSET.test(html)) throw new Error('A page must have <meta charset="utf-8">, after which the policy is added.');
  return html.replace(
    CHARSET,
    (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policyOf(allowed)}">`,
  );
}
