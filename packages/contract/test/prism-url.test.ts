// Tests the format `url` with Prism, in requests and in responses.
import { createServer } from 'node:http';
import type { OpenApiDocument } from 'tenant-management-document';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../test/support/loopback.ts';
import { NO_URLS, URLS } from '../../../test/support/url-values.ts';
import { startProxy } from '../src/prism/index.ts';

const content = {
  'application/json': { schema: { type: 'object', properties: { url: { type: 'string', format: 'url' } } } },
};
const DOCUMENT: OpenApiDocument = {
  info: { title: 'Links', version: '1' },
  paths: {
    '/links': { post: { requestBody: { content }, responses: { 200: { description: 'The link.', content } } } },
  },
};
Object.assign(DOCUMENT, { openapi: '3.1.0' });

test("Prism's proxy reports a text for the format url only if it is no absolute URI", async () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    request.pipe(response);
  });
  const prism = await startProxy(DOCUMENT, await listen(server));
  onTestFinished(() => prism.stop());
  const violations = async (url: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const sent = await fetch(`${prism.url}/links`, { method: 'POST', headers, body: JSON.stringify({ url }) });
    const list: readonly { location: string[]; message: string }[] = JSON.parse(
      sent.headers.get('sl-violations') ?? '[]',
    );
    return list.map(({ location, message }) => `${location.join('.')}: ${message}`);
  };
  expect((await Promise.all(URLS.map(violations))).flat()).toEqual([]);
  const expected = ['request', 'response'].map(
    (part) => `${part}.body.url: ${part[0]?.toUpperCase()}${part.slice(1)} body property url must match format "uri"`,
  );
  expect(await Promise.all(NO_URLS.map(violations))).toEqual(NO_URLS.map(() => expected));
});
