// Tests of the calls that the contract suite makes in a sequence, with the client and a simulated service.
import type { OpenApiDocument } from 'tools-document/model';
import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../../src/index.ts';
import { sequenceTests } from '../../../tools/contract/src/suite/sequence-tests.ts';
import { deriveSequences } from '../../../tools/contract/src/suite/sequences.ts';

/** Returns a document of notes, with the fields of requests and responses. The fields of a change can differ. */
function notes(sent: object, shown: object, method: 'patch' | 'put' = 'patch', changed = sent): OpenApiDocument {
  const contentWith = (fields: object) => {
    const properties = { id: { type: 'string' }, ...fields };
    return { 'application/json': { schema: { type: 'object', properties } } };
  };
  const responses = { 200: { description: 'A note.', content: contentWith(shown) } };
  const parameters = [{ name: 'id', in: 'path' as const, required: true, schema: { type: 'string' } }];
  const change = { requestBody: { content: contentWith(changed) }, responses };
  return {
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': { post: { requestBody: { content: contentWith(sent) }, responses } },
      '/notes/{id}': { parameters, get: { responses }, [method]: change },
    },
  };
}

/**
 * Runs the sequence of a document with a service that shows these fields, or other fields before the change. Returns the
 * message of the failure.
 */
async function failureOf(document: OpenApiDocument, shown: object, before = shown): Promise<string | undefined> {
  let current = before;
  const client = createManagementClient({
    baseUrl: 'https://api.example.com',
    auth: 'token',
    fetch: async ({ method }) => {
      if (method === 'POST') return Response.json({ ...before, id: 'new' });
      if (method !== 'GET') current = shown;
      return Response.json(current);
    },
  });
  const target = { sequences: deriveSequences(document), startSequence: async () => client };
  const [only] = sequenceTests(document, { ...target, situations: () => [], stop: async () => {} });
  return await only?.run?.().then(
    () => undefined,
    ({ message }: Error) => message,
  );
}

describe('sequenceTests()', () => {
  const named = (...names: string[]) => ({ name: { type: 'string', enum: names } });
  const at = { at: { type: 'string', format: 'date-time', default: '2002-02-02T00:00:00Z' } };
  const OTHER_TIME = '2001-01-01T00:00:00Z';

  test.each<[string, OpenApiDocument, object]>([
    ['assigns another id than the body contains', notes(named('B'), named('B')), { name: 'B' }],
    ['has no response with the value that was sent', notes(named('B'), named('BONN')), { name: 'BONN' }],
    [
      'shows another value of a read-only field',
      notes(named('B'), { name: { type: 'string', readOnly: true } }),
      { name: 'BONN' },
    ],
    ['changes a time in a PATCH', notes(at, at, 'patch', {}), { at: OTHER_TIME }],
    ['removes a field that a PUT omits', notes(named('B'), named('B', 'C'), 'put', {}), { name: 'C' }],
  ])('passes if the service %s', async (_title, document, shown) => {
    const isChanged = 'at' in shown || Object(shown).name === 'C';
    expect(await failureOf(document, { id: 'new', ...shown }, isChanged ? { id: 'new' } : undefined)).toBeUndefined();
  });

  test.each<[string, OpenApiDocument, object, RegExp]>([
    [
      'another value than the value that was sent, although a response can have this value',
      notes(named('B'), named('B', 'BONN')),
      { name: 'BONN' },
      /^POST \/notes with a valid request: .*; the field name came with another value/,
    ],
    [
      'another time than the time that was sent',
      notes(at, at),
      { at: OTHER_TIME },
      /^POST \/notes with a valid request: .*; the field at came with another value/,
    ],
  ])('fails with the call and the field if the service shows %s', async (_title, document, shown, message) => {
    expect(await failureOf(document, { id: 'new', ...shown })).toMatch(message);
  });
});
