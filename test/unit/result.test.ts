import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/index.js';
import { apiErrorOf } from '../support/expected-errors.js';
import { createScriptedClient } from '../support/scripted-client.js';
import { createResponse } from '../support/scripted-fetch.js';

vi.mock('../../src/generated/defaults.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  contentExceptions: ['GET /ping', 'DELETE /things/{id}'],
}));

const textResponse = (status: number, text: string, type = 'text/plain') =>
  createResponse(status, text, { 'Content-Type': type });
const call = (method: string, path: string, response: Response) =>
  createScriptedClient([response]).call(method, path, { params: { path: { id: '1' } } });

describe('a 2xx of an operation whose success has no documented content', () => {
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

  test('is a success with its text as data if the text contains a tag, but does not start with one', async () => {
    expect((await call('DELETE', '/guardian/enrollments/{id}', textResponse(200, 'OK <done>'))).data).toBe('OK <done>');
  });

  test('is a success with its text as data if its body is XML', async () => {
    const response = textResponse(200, '<ok/>', 'application/xml');
    expect((await call('DELETE', '/guardian/enrollments/{id}', response)).data).toBe('<ok/>');
  });

  test('is a success with the parsed body as data if its body is JSON', async () => {
    expect((await call('GET', '/ping', createResponse(200, { pong: true }))).data).toEqual({ pong: true });
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

describe('a 2xx of an operation whose success has documented content', () => {
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

  test('is an error without a cause if its body is malformed JSON, because the syntax error quotes the body', async () => {
    const error = await apiErrorOf(call('GET', '/things/{id}', textResponse(200, '{', 'application/json')));
    expect(error.cause).toBeUndefined();
  });

  test('is an error if it is a 200 response to GET with an empty body', async () => {
    const error = await apiErrorOf(call('GET', '/things/{id}', createResponse(200)));
    expect(error.message).toBe('200 OK: GET /things/{id}: the body is empty');
    expect(error.body).toBeUndefined();
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
