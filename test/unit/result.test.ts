import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/index.ts';
import { apiErrorOf } from '../support/expected-errors.ts';
import { createScriptedClient } from '../support/scripted-client.ts';
import { createResponse } from '../support/scripted-fetch.ts';

vi.mock('#generated/content-exceptions.js', () => ({
  contentExceptions: {
    'GET /ping': 'none',
    'GET /things': 'json',
    'DELETE /things/{id}': 'json',
    'GET /settings': 'value',
  },
}));

const textResponse = (status: number, text: string, type = 'text/plain') =>
  createResponse(status, text, { 'Content-Type': type });
const call = (method: string, path: string, response: Response) =>
  createScriptedClient([response]).call(method, path, { params: { path: { id: '1' } } });

describe('a 2xx response of an operation without documented response content', () => {
  test.each([
    ['DELETE', '/guardian/enrollments/{id}'],
    ['GET', '/ping'],
  ])('is a success if it is empty (%s %s)', async (method, path) => {
    expect(await call(method, path, createResponse(200))).toEqual({ data: undefined, response: expect.any(Response) });
    expect(await call(method, path, createResponse(204))).toEqual({ data: undefined, response: expect.any(Response) });
  });

  test.each([
    ['DELETE', '/guardian/enrollments/{id}'],
    ['GET', '/ping'],
  ])('is a success with its text as data if its body is not JSON (%s %s)', async (method, path) => {
    expect((await call(method, path, textResponse(200, 'OK'))).data).toBe('OK');
    expect((await call(method, path, textResponse(200, 'OK', 'application/json'))).data).toBe('OK');
    expect((await call(method, path, textResponse(200, 'OK', ''))).data).toBe('OK');
  });

  test('is a success with its text as data if the text contains a tag, but does not start with a tag', async () => {
    expect((await call('DELETE', '/guardian/enrollments/{id}', textResponse(200, 'OK <done>'))).data).toBe('OK <done>');
  });

  test('is a success with its text as data if its body is XML', async () => {
    const response = textResponse(200, '<ok/>', 'application/xml');
    expect((await call('DELETE', '/guardian/enrollments/{id}', response)).data).toBe('<ok/>');
  });

  test.each([
    ['text/html', 'Sign in'],
    ['application/xhtml+xml', 'Sign in'],
    ['text/plain', '<!doctype html><title>Sign in</title>'],
    ['application/json', ' \n<p>Sign in</p>'],
  ])('is an error if its body is HTML, such as the page of a captive portal (%s)', async (type, text) => {
    const error = await apiErrorOf(call('DELETE', '/guardian/enrollments/{id}', textResponse(200, text, type)));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.body).toBe(text);
    expect(error.message).toBe('200 OK: DELETE /guardian/enrollments/{id}: the body is not JSON');
  });
});

describe('a 2xx response of an operation whose documented content is JSON', () => {
  test.each([
    ['GET', '/things/{id}'],
    ['POST', '/things'],
    ['DELETE', '/things/{id}'],
  ])('is an error if its body is not JSON (%s %s)', async (method, path) => {
    const error = await apiErrorOf(call(method, path, textResponse(200, 'OK')));
    expect(error.body).toBe('OK');
    expect(error.cause).toBeUndefined();
    expect(error.message).toBe(`200 OK: ${method} ${path}: the body is not JSON`);
  });

  test.each([
    ['GET', '/things/{id}', 200],
    ['POST', '/things', 201],
    ['DELETE', '/things/{id}', 202],
  ])(
    'is an error if its body is null although the document shows an object or an array (%s %s, %i)',
    async (method, path, status) => {
      const error = await apiErrorOf(call(method, path, textResponse(status, 'null', 'application/json')));
      expect(error.code).toBe('empty_body');
      expect(error.body).toBeNull();
      expect(error.message).toMatch(/: the body is null$/);
    },
  );

  test('is a success with null as data if the document shows JSON that can be null', async () => {
    const response = textResponse(200, 'null', 'application/json');
    expect(await call('GET', '/settings', response)).toEqual({ data: null, response });
  });

  test.each([
    ['[]', []],
    ['5', 5],
    ['"x"', 'x'],
    ['true', true],
  ])('is an error if its body is %s although the document shows an object', async (json, body) => {
    for (const [method, path] of [
      ['GET', '/things/{id}'],
      ['POST', '/things'],
    ] as const) {
      const error = await apiErrorOf(call(method, path, textResponse(200, json, 'application/json')));
      expect(error).toMatchObject({ code: 'not_object', status: 200, body });
      expect(error.message).toBe(`200 OK: ${method} ${path}: the body is not a JSON object`);
    }
  });

  test.each([[], {}, 5])('is a success with %j as data if the document does not show an object', async (data) => {
    expect((await call('GET', '/things', createResponse(200, data))).data).toEqual(data);
  });

  test.each([
    ['GET', '/things/{id}', 204],
    ['GET', '/things/{id}', 202],
    ['POST', '/things', 200],
    ['DELETE', '/things/{id}', 200],
  ])('is a success if its body is empty (%s %s, status %i)', async (method, path, status) => {
    expect(await call(method, path, createResponse(status))).toEqual({
      data: undefined,
      response: expect.any(Response),
    });
  });
});
