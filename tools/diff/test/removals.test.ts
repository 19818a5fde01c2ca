import { afterAll, describe, expect, test } from 'vitest';
import { compareContracts } from '../src/verdict.ts';
import { contractFolder } from './corpus.ts';

const contracts = contractFolder();
afterAll(() => contracts.remove());

/** The parts of a contract that can be removed, each with more members. */
interface Parts {
  readonly operation?: object;
  readonly parameter?: object;
  readonly field?: object;
  readonly header?: object;
}

const DATE = '2027-06-01';
const BEFORE = ['2027-06-02', 'Removed before its sunset date 2027-06-02.'] as const;
const AFTER = ['2027-06-01', 'Removed after its sunset date 2027-06-01.'] as const;
const string = { schema: { type: 'string' } };

function contractWith({ operation, parameter, field, header }: Parts) {
  const fields = { id: { type: 'string' }, ...(field && { title: { type: 'integer', ...field } }) };
  const response = {
    description: 'Books.',
    headers: header && { 'X-Total': { ...string, ...header } },
    content: { 'application/json': { schema: { type: 'object', properties: fields } } },
  };
  const list = {
    operationId: 'list_books',
    parameters: parameter ? [{ name: 'page', in: 'query', ...string, ...parameter }] : [],
    responses: { 200: response },
  };
  const remove = { operationId: 'delete_book', responses: { 204: { description: 'Deleted.' } }, ...operation };
  const paths = { '/books': { get: list, ...(operation && { delete: remove }) } };
  const document = { openapi: '3.1.0', info: { title: 'Library', version: '1' }, paths };
  return contracts.write({ document, behavior: undefined });
}

async function removalsOf(parts: Parts): Promise<(string | undefined)[]> {
  const [before, after] = [await contractWith(parts), await contractWith({})];
  const { bump, changes } = await compareContracts(before, { ...after, date: DATE });
  expect(bump).toBe('major');
  return changes.map(({ removal }) => removal);
}

describe('compareContracts() says about the removal', () => {
  test.for(['operation', 'parameter', 'field', 'header'] as const)(
    'of a deprecable %s whether the old version deprecated it, and whether its sunset date was over',
    async (part) => {
      expect(await removalsOf({ [part]: {} })).toEqual(['Removed without a deprecation.']);
      expect(await removalsOf({ [part]: { deprecated: true } })).toEqual(['Removed after a deprecation.']);
      for (const [day, text] of [BEFORE, AFTER])
        expect(await removalsOf({ [part]: { deprecated: true, 'x-sunset': day } })).toEqual([text]);
    },
  );
});
