import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineScripts, withPolicy } from './content-security-policy.ts';

const pageWith = (script: string) => `<html><head><meta charset="utf-8"/>${script}</head></html>`;
const START_PAGE = pageWith('<script type="module">start()</script>');
const finish = (html: string) => withPolicy(html, inlineScripts(START_PAGE));
const policyOf = (html: string) => /Content-Security-Policy" content="([^"]*)"/.exec(finish(html))?.[1] ?? '';
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('withPolicy() allows an inline script of the start page by its hash, and no other inline script of a page', () => {
  const policy = policyOf(`${START_PAGE}<main><script>alert(1)</script></main>`);
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hashOf('start()')};`);
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(?:inline|eval)'/);
});

test('inlineScripts() returns no hash for a script with a URL or for a JSON block', () => {
  const scripts = '<script type="module" src="/a.js"></script><script type="application/json">{}</script>';
  expect(inlineScripts(pageWith(scripts))).toEqual(new Set());
});

test('withPolicy() allows requests to the site itself and to a sandbox on this machine only', () => {
  expect(policyOf(pageWith(''))).toContain("connect-src 'self' http://127.0.0.1:*;");
});

test('withPolicy() puts the policy before the first script, because a policy does not apply to earlier scripts', () => {
  const html = finish(pageWith('<script>start()</script>'));
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script>'));
});

test('withPolicy() throws for a page without a charset, because withPolicy() adds the policy after the charset', () => {
  expect(() => finish('<html></html>')).toThrow('<meta charset="utf-8">');
});
