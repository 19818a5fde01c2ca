import type { OpenApiDocument } from 'tools-document/model';
import { expect, test } from 'vitest';
import { sampleServer } from '../reference/operation/call-samples.ts';
import { literal } from '../reference/operation/literal.ts';

const documentOf = (url: string, initial = ''): OpenApiDocument => {
  const form = { audience: '/v1/', realm: 'a b' };
  const flows = { clientCredentials: { tokenUrl: '/token', scopes: {}, 'x-form-parameters': form } };
  const servers = [{ url, variables: { host: { default: initial } } }];
  const components = { securitySchemes: { token: { type: 'oauth2', flows } } };
  return { info: { title: 'API', version: '1' }, servers, paths: {}, components };
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

test('literal() writes a short value on one line, and one line for each member of a long value', () => {
  expect(literal({ 'x-y': [1, null, true], inner: {} })).toBe("{ 'x-y': [1, null, true], inner: {} }");
  const text = 'a'.repeat(60);
  expect(literal({ id: text, list: [text, { a: 1 }] }, '  ')).toBe(
    `{\n    id: '${text}',\n    list: [\n      '${text}',\n      { a: 1 },\n    ],\n  }`,
  );
});

test.for(["it's", 'a "quote"', `both ' and "`, 'back\\slash', 'line\nbreak', '`y`', '__proto__'])(
  'literal() writes %j as a value and as a key that JavaScript reads unchanged',
  (text) => {
    const value = JSON.parse(`{${JSON.stringify(text)}: ${JSON.stringify(text)}}`);
    const read: unknown = new Function(`return ${literal(value)}`)();
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
  },
);
