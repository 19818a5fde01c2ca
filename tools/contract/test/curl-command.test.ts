import type { OpenApiDocument, Parameter } from 'tools-document/model';
import { listOperations, type OperationEntry } from 'tools-document/operations';
import { expect, test } from 'vitest';
import { curlCommand } from '../src/curl-command.ts';
import { callUrl, headerTexts } from '../src/request-parts.ts';

const documentOf = (paths: OpenApiDocument['paths']): OpenApiDocument => ({
  info: { title: 'Things', version: '1' },
  paths,
});
const id: Parameter = { name: 'id', in: 'path', required: true, example: 'a b' };

test('curlCommand() passes the required parameters of the first operation', () => {
  const parameters: Parameter[] = [
    id,
    { name: 'tags', in: 'query', required: true, example: ['x', 'y'] },
    { name: 'limit', in: 'query', example: 3 },
    { name: 'X-Trace', in: 'header', required: true, example: "it's Ann's" },
  ];
  expect(curlCommand(documentOf({ '/things/{id}': { get: { parameters } } }), 'http://127.0.0.1:4010')).toBe(
    `curl -i -X GET -H 'Authorization: Bearer any-token' -H 'X-Trace: it'\\''s Ann'\\''s' 'http://127.0.0.1:4010/things/a%20b?tags=x&tags=y'`,
  );
});

test('curlCommand() sends a JSON body', () => {
  const requestBody = { required: true, content: { 'application/json': { example: { name: 'a' } } } };
  expect(curlCommand(documentOf({ '/things': { post: { requestBody } } }), 'http://127.0.0.1:4010')).toBe(
    `curl -i -X POST -H 'Authorization: Bearer any-token' -H 'Content-Type: application/json' -d '{"name":"a"}' 'http://127.0.0.1:4010/things'`,
  );
});

test('curlCommand() sends the fields of a form', () => {
  const formOf = (type: string) =>
    curlCommand(
      documentOf({
        '/things': { post: { requestBody: { content: { [type]: { example: { name: "it's", size: 1 } } } } } },
      }),
      'http://127.0.0.1:4010',
    );
  expect(formOf('multipart/form-data')).toContain(` --form-string 'name=it'\\''s' --form-string 'size=1' 'http:`);
  expect(formOf('application/x-www-form-urlencoded')).toContain(
    ` --data-urlencode 'name=it'\\''s' --data-urlencode 'size=1' 'http:`,
  );
});

test('curlCommand() skips operations that have no valid sample and operations that send a file', () => {
  const file = { required: true, content: { 'image/png': { schema: { type: 'string' } } } };
  const impossible = { required: true, content: { 'application/json': { schema: { not: {} } } } };
  const document = documentOf({
    '/files': { post: { requestBody: file } },
    '/impossible': { post: { requestBody: impossible } },
    '/things': { get: {} },
  });
  expect(curlCommand(document, 'http://127.0.0.1:4010')).toContain("'http://127.0.0.1:4010/things'");
  expect(curlCommand(documentOf({}), 'http://127.0.0.1:4010')).toBe('http://127.0.0.1:4010');
});

test('callUrl() and headerTexts() write the parameters as the client does', () => {
  const [entry] = listOperations(documentOf({ '/books/{p}': { get: {} } })) as [OperationEntry];
  const query = { 'page size': 2, tags: ['x', null, 'a&b'], none: [], absent: undefined };
  expect(callUrl(entry, { path: { p: 'b/c' }, query })).toBe('/books/b%2Fc?page%20size=2&tags=x&tags=a%26b');
  expect(headerTexts({ 'X-Trace': 7 })).toEqual({ 'X-Trace': '7' });
});
