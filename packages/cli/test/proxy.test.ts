import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listen } from '../../../test/support/loopback.ts';
import { connectionWords } from '../src/tenant/connection-words.ts';
import { routeOf } from '../src/tenant/proxy-fetch.ts';
import { DELETE, enrollments, startTenant } from './run-cli.ts';
import { PROXY_ANSWERS, startProxy } from './start-proxy.ts';

const ONE = [...DELETE, 'dev_1', '--yes'];
const UNKNOWN_ISSUER = 'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE';

describe('the proxy of the environment', () => {
  test('gets all requests, also for a host that is not loopback with --allow-http', async () => {
    const tenant = await startTenant({ ...enrollments(['dev_1']), host: '0.0.0.0', origin: 'http://sandbox:4020' });
    const proxy = await startProxy(Number(new URL(tenant.sandbox.address).port));
    const env = { HTTP_PROXY: proxy.url };
    expect((await tenant.run(ONE, { env })).stderr).toMatch(/--allow-http\n$/);
    expect(proxy.requests).toEqual([]);
    for (const command of [['auth', 'status'], ONE]) {
      expect(await tenant.run([...command, '--allow-http'], { env })).toMatchObject({ status: 0 });
    }
    expect(new Set(proxy.requests)).toEqual(new Set(['sandbox:4020']));
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });

  test.each(PROXY_ANSWERS)('is in the message of a failed connection: %j', async (credentials, words) => {
    const { sandbox, run } = await startTenant();
    const proxy = await startProxy();
    const HTTPS_PROXY = proxy.url.replace('user:p%40ss@', credentials);
    const env = { HTTPS_PROXY, TENANT_BASE_URL: 'https://acme.example.com/api/v2' };
    // A token request to loopback uses no proxy, so that the proxy gets the DELETE.
    const direct = { ...env, TENANT_TOKEN_URL: sandbox.tokenUrl, TENANT_AUDIENCE: `${sandbox.baseUrl}/` };
    const ended = [await run([...ONE, '--dry-run'], { env }), await run([...ONE, '--json'], { env: direct })];
    for (const { status, stdout, stderr } of ended) {
      expect(status).toBe(4);
      expect(stdout + stderr).toContain(`: ERR_PROXY_TUNNEL (${words}); the request used the proxy of HTTPS_PROXY`);
      expect(stdout + stderr).not.toMatch(/p%40ss|p@ss|s3cret|maybePerformed|may have/);
    }
    // Each run sends the password only once.
    expect(proxy.requests.length === ended.length).toBe(words.includes('407'));
  });

  test.each<[codes: string, words: string, proxy?: string]>([
    ['ECONNREFUSED', 'the proxy refused the connection: check its name and port', 'http://proxy'],
    ['EHOSTUNREACH ENETUNREACH', 'no route leads to the host: check its name, the network, the VPN and, if the'],
    ['ETIMEDOUT UND_ERR_CONNECT_TIMEOUT', 'the host did not answer in time: check its name, the network'],
    ['ENOTFOUND EAI_AGAIN', 'DNS returned no address for the host: check its name, the network'],
    [UNKNOWN_ISSUER, 'the issuer of the certificate of the host is not known: set NODE_EXTRA_CA_CERTS to a PEM file'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of the host or the proxy is self-signed', 'https://proxy'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of the host is self-signed: if you trust it, set NODE_EXTRA_CA'],
    ['CERT_HAS_EXPIRED CERT_NOT_YET_VALID', 'the certificate of the host is not valid now: check the clock of this'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the host is for another host name: check the name'],
    ['UND_ERR_PRX_TLS', 'the certificate of the proxy is for another host name: check the name', 'https://proxy'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the answer is not TLS: check the port)'],
  ])('adds to the message about %s: %s', (codes, words, proxy) => {
    const notes = codes.split(' ').map((code) => connectionWords({ cause: { code, message: 'at 10.0.0.1' } }, proxy));
    expect(notes.filter((note) => !note.startsWith(` (${words}`))).toEqual([]);
  });

  const COMMANDS = [
    ['auth', 'status'],
    [...ONE, '--dry-run'],
  ].map((command) => ({ command }));
  test.each(COMMANDS)('keeps no connection open after an interruption of $command', async ({ command }) => {
    const tenant = await startTenant();
    const controller = new AbortController();
    let end: Promise<unknown> | undefined;
    const server = createServer().on('connect', (_request, socket) => {
      end = once(socket.resume(), 'end');
      controller.abort();
    });
    const env = { HTTPS_PROXY: await listen(server), TENANT_BASE_URL: 'https://acme.example.com/api/v2' };
    expect((await tenant.run(command, { env, signal: controller.signal })).status).toBe(130);
    expect(await end).toEqual([]);
  });

  const NOT_VALID = [
    'socks5://s3cret:1080',
    'http://',
    'http://s3cret:x',
    'http://a:s3cret%@b',
    'http://a%4:0s3cret@b',
    'http://a:1#s3cret@b',
  ];
  test.each(NOT_VALID)('must be an HTTP URL, unlike %s', async (proxy) => {
    const tenant = await startTenant(enrollments(['dev_1']));
    const env = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
    // Requests to loopback do not use the proxy. A relative token URL is relative to the origin of the tenant.
    expect((await tenant.run(ONE, { env: { ...env, TENANT_TOKEN_URL: '/oauth/token/' } })).status).toBe(0);
    for (const url of ['TENANT_BASE_URL', 'TENANT_TOKEN_URL']) {
      const ended = await tenant.run(ONE, { env: { ...env, [url]: 'https://acme.example.com/api' } });
      const stderr = expect.stringMatching(/(^|\n)HTTPS_PROXY must be a URL such as http:\/\/.* and so on\n$/);
      expect(ended).toEqual({ status: 2, stdout: '', stderr });
    }
  });

  const HTTPS = { https_proxy: 'proxy:3128', HTTPS_PROXY: 'http://other' };
  const url = 'https://a.example';
  const NOT = ['*', 'a.example', '.EXAMPLE', '*.example', 'x,a.example:443', 'x a.example', 'a.example.:443'];
  const USED = ['b.a.example', 'xample', 'a.example:80', ':443', ',', '::1', '.'];
  test.each<[url: string, env: Record<string, string>, proxy: string | undefined, note: string]>([
    [url, {}, undefined, ''],
    [url, HTTPS, 'http://proxy:3128', 'the proxy of HTTPS_PROXY'],
    ['http://a.example', HTTPS, undefined, 'no proxy, because HTTP_PROXY is not set'],
    ['http://a.example', { HTTP_PROXY: 'https://proxy' }, 'https://proxy', 'the proxy of HTTP_PROXY'],
    ['https://[::1]:4020', HTTPS, undefined, 'no proxy, because its host is on loopback'],
    ['https://localhost.', HTTPS, undefined, 'no proxy, because its host is on loopback'],
    ['https://0.0.0.0', HTTPS, 'http://proxy:3128', 'the proxy of HTTPS_PROXY'],
    ['https://[fd::1]', { ...HTTPS, NO_PROXY: '[fd::1]:443' }, undefined, 'NO_PROXY contains its host'],
    ['https://[fd::443]', { ...HTTPS, NO_PROXY: 'FD::443' }, undefined, 'NO_PROXY contains its host'],
    ['https://a.example.', { ...HTTPS, NO_PROXY: 'a.example' }, undefined, 'NO_PROXY contains its host'],
    ...NOT.map((list) => [url, { ...HTTPS, NO_PROXY: list }, undefined, 'NO_PROXY contains its host'] as never),
    ...USED.map((list) => [url, { ...HTTPS, NO_PROXY: list }, 'http://proxy:3128', 'HTTPS_PROXY'] as never),
  ])('of %s with the variables %j is %s', (address, env, expected, note) => {
    const route = routeOf(new URL(address), env);
    expect(route.proxy).toBe(expected);
    expect(route.note).toMatch(note === '' ? /^$/ : new RegExp(`^; the request used .*${note}$`));
  });
});
