// Tests of the calls that the contract suite makes in a sequence, with the client and a simulated service.
import type { OpenApiDocument } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../../src/index.ts';
import { sequenceTests } from '../../../tools/contract/src/suite/sequence-tests.ts';
import { deriveSequences } from '../../../tools/contract/src/suite/sequences.ts';

describe('sequenceTests()', () => {
  /** Returns a document of notes whose name is `B` in requests and one of `shown` in responses. */
  function notes(shown: string[]): OpenApiDocument {
    const contentWith = (names: string[]) => {
      const properties = { id: { type: 'string' }, name: { type: 'string', enum: names } };
      return { 'application/json': { schema: { type: 'object', properties } } };
    };
    const requestBody = { content: contentWith(['B']) };
    const responses = { 200: { description: 'A note.', content: contentWith(shown) } };
    const parameters = [{ name: 'id', in: 'path' as const, required: true, schema: { type: 'string' } }];
    return {
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': { post: { requestBody, responses } },
        '/notes/{id}': { parameters, get: { responses }, patch: { requestBody, responses } },
      },
    };
  }

  test.each([
    ['passes if the service assigns another id than the body contains', ['B'], { id: 'new', name: 'B' }, true],
    ['fails if the service shows another id than the id of the new item', ['B'], { id: 'old', name: 'B' }, false],
    ['passes if no response can have the value that was sent', ['BONN'], { id: 'new', name: 'BONN' }, true],
    ['fails if a response can have the value that was sent', ['B', 'BONN'], { id: 'new', name: 'BONN' }, false],
  ])('%s', async (_title, names, shown, isPassed) => {
    const document = notes(names);
    const service = async (request: Request) =>
      Response.json({ ...shown, id: request.method === 'POST' ? 'new' : shown.id });
    const client = createManagementClient({ baseUrl: 'https://api.example.com', auth: 'token', fetch: service });
    const target = { sequences: deriveSequences(document), startSequence: async () => client };
    const [only] = sequenceTests(document, { ...target, situations: () => [], stop: async () => {} });
    const passes = only?.run?.().then(
      () => true,
      () => false,
    );
    expect(await passes).toBe(isPassed);
  });
});
