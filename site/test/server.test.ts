import type { OpenApiDocument } from 'tools-document';
import { expect, test } from 'vitest';
import { readYaml } from '../../test/support/read-yaml.ts';
import { sampleServer } from '../reference/server.ts';

const documentOf = (url: string, initial = ''): OpenApiDocument => {
  const document: OpenApiDocument = readYaml(import.meta.dirname, 'server.yaml');
  const servers = [{ url, variables: { host: { default: initial } } }];
  return { ...document, servers };
};

test('sampleServer() returns the URL, the host of the tenant and the token URL of the first server', () => {
  expect(sampleServer(documentOf('https://{host}/v1', 'acme.example.com'))).toEqual({
    url: 'https://acme.example.com/v1',
    tenantDomain: 'acme.example.com',
    tokenUrl: 'https://acme.example.com/token',
    tokenParameters: { audience: 'https://acme.example.com/v1/', realm: 'a b' },
  });
});

test.for([
  ['an absolute URL without variables', 'https://things.example.com/', 'https://things.example.com'],
  ['a relative URL', '/v1', 'https://api.example.com/v1'],
])('sampleServer() returns a URL but no tenantDomain if the server URL is %s', ([, url = '', base]) => {
  expect(sampleServer(documentOf(url))).toMatchObject({ url: base });
  expect(sampleServer(documentOf(url)).tenantDomain).toBeUndefined();
});

test('sampleServer() uses an example host if a variable has no valid default, or if the document has no server', () => {
  expect(sampleServer(documentOf('https://{host}/v1', '{TENANT}.example.com')).url).toBe('https://api.example.com/v1');
  expect(sampleServer({ info: { title: 'API', version: '1' }, paths: {} })).toEqual({
    url: 'https://api.example.com',
    tokenParameters: {},
  });
});
