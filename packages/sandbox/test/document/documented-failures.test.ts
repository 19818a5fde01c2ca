// Tests of documented error bodies, with synthetic documents: the document of this project shows no error body.
import type { Fault } from 'tenant-management-sandbox';
import { describe, expect, test } from 'vitest';
import { call } from '../../../../test/support/synthetic-sandbox.ts';
import { buildPaths, inPath, json, list, object, TEXT } from './small-document.ts';

/** Creates an error response with a JSON body. */
const failure = (schema: object, mediaType = 'application/json') => ({
  description: 'A failure.',
  content: { [mediaType]: { schema } },
});

/**
 * Starts a sandbox, and reads an unknown book with `GET /books/{id}`.
 *
 * @param failures The error responses of this operation, as in an OpenAPI document.
 * @param fault A fault that affects the call.
 */
async function readUnknown(failures: object, fault?: Fault) {
  const get = { parameters: [inPath('id')], responses: { 200: json(object({ id: TEXT })), ...failures } };
  const built = await buildPaths({ '/books/{id}': { get } });
  const sandbox = await built.start();
  if (fault !== undefined) sandbox.fail(fault);
  return await call(sandbox, 'GET', '/books/unknown');
}

const problem = object(
  { title: TEXT, status: { type: 'integer' }, kind: { type: 'string', enum: ['client', 'server'] } },
  { required: ['title', 'status', 'kind'], additionalProperties: false },
);

describe('an error response', () => {
  test.for(['404', '4XX', 'default'])(
    'has the body of the documented response %s, with the message and the status of the error',
    async (key) => {
      expect(await readUnknown({ [key]: failure(problem, 'application/problem+json') })).toEqual({
        status: 404,
        type: 'application/problem+json',
        body: { title: 'Not found', status: 404, kind: 'client' },
      });
    },
  );

  test('keeps a documented status code in the body if the schema does not allow every status', async () => {
    const schema = object({ code: { enum: [400, 404] } }, { required: ['code'] });
    const faulty = await readUnknown({ '4XX': failure(schema) }, { with: 429 });
    expect(faulty).toMatchObject({ status: 429, body: { code: 400 } });
  });

  test('has statusCode, error and message if the schema allows them, or if the document shows no body', async () => {
    const usual = { statusCode: 404, error: 'Not Found', message: 'Not found' };
    const schema = object({ message: TEXT }, { required: ['message'] });
    expect((await readUnknown({ 404: failure(schema), default: failure(problem) })).body).toEqual(usual);
    expect((await readUnknown({ 404: { description: 'No such book.' }, 400: failure(problem) })).body).toEqual(usual);
  });

  test('that a fault injects has the documented body, or the body of the fault option `body`', async () => {
    const failures = { 409: failure(problem, 'application/problem+json') };
    expect(await readUnknown(failures, { with: 409 })).toEqual({
      status: 409,
      type: 'application/problem+json',
      body: { title: 'Injected fault', status: 409, kind: 'client' },
    });
    expect((await readUnknown(failures, { with: 409, body: { title: 'Taken' } })).body).toEqual({ title: 'Taken' });
  });

  test('has the documented body even if this body is not an object', async () => {
    const schema = { ...list({ enum: ['gone'] }), minItems: 1 };
    expect((await readUnknown({ 404: failure(schema) })).body).toEqual(['gone']);
  });
});
