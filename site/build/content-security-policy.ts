import { createHash } from 'node:crypto';

/** A script in the page. Scripts with `src` come from the site itself, and JSON is not executed. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/)[^>]*>([\s\S]*?)<\/script>/g;
const CHARSET = /<meta charset="utf-8"\s*\/?>/i;

/** The policy of a page: scripts, styles and requests of this site only, and requests to a sandbox on this machine. */
function policyOf(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    // The search runs WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${[...new Set(hashes)].join(' ')}`,
    // The colors of code samples are in style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self' http://127.0.0.1:*",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Adds a content security policy to a page. */
export function withPolicy(html: string): string {
  if (!CHARSET.test(html)) throw new Error('A page must have <meta charset="utf-8">, after which the policy is added.');
  return html.replace(
    CHARSET,
    (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`,
  );
}
