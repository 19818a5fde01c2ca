import { describe, expect, test } from 'vitest';
import { requestBody } from '../../src/options/request-body.js';
import { thrownBy } from '../support/expected-errors.js';

describe('the body of a request', () => {
  test('is null for undefined, so the request has no body', () => {
    expect(requestBody(undefined)).toBeNull();
  });

  test.each([
    ['FormData', new FormData()],
    ['URLSearchParams', new URLSearchParams('a=1')],
    ['a Blob', new Blob(['text'], { type: 'text/csv' })],
  ])('is the same object for %s', (_kind, body) => {
    expect(requestBody(body)).toBe(body);
  });

  test.each([
    ['an object', { name: 'x' }, '{"name":"x"}'],
    ['null', null, 'null'],
    ['a string', 'text', '"text"'],
    ['a Date, which has toJSON', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an object with a name that ends in ArrayBuffer]', { [Symbol.toStringTag]: 'ArrayBuffer]x' }, '{}'],
  ])('is JSON with its content type for %s', async (_kind, body, json) => {
    const blob = requestBody(body);
    if (!(blob instanceof Blob)) throw new Error('the body must be a Blob');
    expect(blob.type).toBe('application/json');
    expect(await blob.text()).toBe(json);
  });

  test.each([
    ['a stream', new ReadableStream()],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['a SharedArrayBuffer', new SharedArrayBuffer(1)],
    ['a Uint8Array', new Uint8Array(1)],
    ['a DataView', new DataView(new ArrayBuffer(1))],
  ])('must not be %s: requestBody() throws a TypeError with the remedy', (_kind, body) => {
    const error = thrownBy(() => requestBody(body));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('body must not be a stream or bytes; pass a Blob');
  });

  test.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['an object whose toJSON returns undefined', { toJSON: () => undefined }],
  ])('must not be %s: requestBody() throws a TypeError with the remedy', (_kind, body) => {
    const error = thrownBy(() => requestBody(body));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('body must be a value that JSON can represent; pass an object or undefined');
  });
});
