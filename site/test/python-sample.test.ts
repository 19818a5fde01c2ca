// Runs Python samples with request bodies.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OpenApiDocument } from 'tenant-management-document';
import { listOperations } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { listen } from '../../test/support/loopback.ts';
import { pythonSample } from '../reference/operation/python-sample.ts';
import { runShell } from './samples.ts';

const isInstalled = spawnSync('python3', ['--version']).status === 0;

/** Returns the sample of a call whose body has the given media type and example. */
function sampleOf(mediaType: string, example: unknown, url: string): string | undefined {
  const post = {
    parameters: [{ name: 'tags', in: 'query', required: true, example: ['a b', 'c&d'] }],
    requestBody: { content: { [mediaType]: { example } } },
  };
  const document = {
    info: { title: 'API', version: '1' },
    servers: [{ url }],
    paths: { '/things': { post } },
  } as OpenApiDocument;
  return listOperations(document).map((entry) => pythonSample(document, entry))[0];
}

const VALUES = { text: 'true "null" \\ é\n', yes: true, nothing: null, list: [false, 1.5] };

test.skipIf(!isInstalled).each([
  ['application/json', VALUES, (body: string) => JSON.parse(body), VALUES],
  [
    'application/x-www-form-urlencoded',
    { name: 'a & b', list: ['1', '2'] },
    (body: string) => [...new URLSearchParams(body)],
    [
      ['name', 'a & b'],
      ['list', '1'],
      ['list', '2'],
    ],
  ],
])(
  'the Python sample sends a body of the type %s, and a list in the query',
  async (mediaType, example, parse, body) => {
    const received: unknown[] = [];
    const server = createServer(async (request, response) => {
      received.push([request.url, request.headers['content-type'], parse(await text(request))]);
      response.end('{}');
    });
    const sample = sampleOf(mediaType, example, await listen(server));
    expect(await runShell(`python3 - <<'END'\n${sample}\nEND`, { TOKEN: 'any' })).toBe('200 {}\n');
    expect(received).toEqual([['/things?tags=a%20b&tags=c%26d', mediaType, body]]);
  },
);

test('a call that sends a file has no Python sample', () => {
  expect(sampleOf('image/png', 'x', 'http://127.0.0.1')).toBeUndefined();
});
