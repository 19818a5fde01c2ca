import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readRecordings } from '../src/fidelity/recordings.ts';

const CASSETTE = `---
version: 2
interactions:
  - id: 0
    request:
      method: POST
      url: https://api.example.com/v1/books
      body: |
        {"title":"Emma"}
      headers:
        Content-Type: [application/json]
    response:
      code: 201
      body: '{"id":"bok_1","title":"Emma"}'
  - id: 1
    request:
      method: POST
      url: https://api.example.com/v1/forms
      body: ""
      form: { tags: [a, b] }
    response: { code: 204, body: "" }
`;

const archive = (content: object, postData?: object) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        {
          request: { method: 'get', url: 'https://api.example.com/v1/books?page=0', ...(postData && { postData }) },
          response: { status: 200, content },
        },
      ],
    },
  });

test('a cassette of go-vcr is read with its JSON bodies, its forms and its statuses', async () => {
  const { recordings } = await readRecordings(temporaryFolder({ 'emma.yaml': CASSETTE }));
  expect(recordings).toEqual([
    {
      file: 'emma.yaml',
      interactions: [
        {
          method: 'POST',
          url: 'https://api.example.com/v1/books',
          requestText: '{"title":"Emma"}\n',
          contentType: 'application/json',
          status: 201,
          responseText: '{"id":"bok_1","title":"Emma"}',
        },
        {
          method: 'POST',
          url: 'https://api.example.com/v1/forms',
          requestText: 'tags=a&tags=b',
          contentType: 'application/x-www-form-urlencoded',
          status: 204,
          responseText: '',
        },
      ],
    },
  ]);
});

test('an archive (HAR) in a subfolder is read with a body in base64 and with the parameters of a form', async () => {
  const folder = temporaryFolder({
    'run/text.har': archive(
      { mimeType: 'application/json', text: '[]' },
      { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'title', value: 'Emma & co' }] },
    ),
    'base64.har': archive({ text: Buffer.from('{"id":"é"}').toString('base64'), encoding: 'base64' }),
  });
  const { recordings } = await readRecordings(folder);
  const url = 'https://api.example.com/v1/books?page=0';
  expect(recordings).toEqual([
    {
      file: 'base64.har',
      interactions: [{ method: 'GET', url, requestText: '', status: 200, responseText: '{"id":"é"}' }],
    },
    {
      file: 'run/text.har',
      interactions: [
        {
          method: 'GET',
          url,
          requestText: 'title=Emma+%26+co',
          contentType: 'application/x-www-form-urlencoded',
          status: 200,
          responseText: '[]',
        },
      ],
    },
  ]);
});

test('a recording of nock is read with its JSON bodies and its binary and compressed responses', async () => {
  const call = { scope: 'https://api.example.com:443', method: 'POST', path: '/v1/books', status: 201 };
  const hex = (bytes: Buffer) => bytes.toString('hex');
  const responses = [
    { body: { title: 'Emma' }, response: { id: 'é' } },
    {
      body: 'title=Emma',
      response: [hex(gzipSync('{"id":"é"}').subarray(0, 9)), hex(gzipSync('{"id":"é"}').subarray(9))],
    },
    { response: [hex(brotliCompressSync('{"id":"é"}'))] },
    { response: hex(Buffer.from('{"id":"é"}')), responseIsBinary: true },
  ];
  const text = JSON.stringify(responses.map((one) => ({ ...call, ...one })));
  const { recordings } = await readRecordings(temporaryFolder({ 'nock.json': text }));
  const read = { method: 'POST', url: 'https://api.example.com:443/v1/books', status: 201, responseText: '{"id":"é"}' };
  expect(recordings[0]?.interactions).toEqual([
    { ...read, requestText: '{"title":"Emma"}', contentType: 'application/json' },
    { ...read, requestText: 'title=Emma' },
    { ...read, requestText: '' },
    { ...read, requestText: '' },
  ]);
});

test('a cassette is read with a compressed body, and without bodies', async () => {
  const binary = `!!binary ${gzipSync('[]').toString('base64')}`;
  const cassette = (response: string) =>
    `version: 1\ninteractions: [{ request: { method: GET, url: 'https://a.example/' }, response: { ${response} } }]`;
  const files = { 'a.yaml': cassette(`code: 200, body: ${binary}`), 'b.yaml': cassette('code: 204') };
  const { recordings } = await readRecordings(temporaryFolder(files));
  expect(recordings.map(({ interactions }) => interactions[0]?.responseText)).toEqual(['[]', '']);
});

test('files that are not recordings are listed, and a folder without recordings is an error', async () => {
  const files = { 'a.yaml': 'title: [', 'b.json': '[1]', 'c.txt': CASSETTE, 'd.yml': 'name: d' };
  await expect(readRecordings(temporaryFolder(files))).rejects.toThrow(/must contain cassettes of go-vcr/);
  const { recordings, otherFiles } = await readRecordings(temporaryFolder({ ...files, 'e.yml': CASSETTE }));
  expect(recordings.map(({ file }) => file)).toEqual(['e.yml']);
  expect(otherFiles).toEqual(['a.yaml', 'b.json', 'd.yml']);
});
