import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import type { TryItBody, TryItCall } from '../../reference/operation/try-it-calls.ts';
import { callOptions } from './call-options.ts';

const CALL: TryItCall = {
  method: 'POST',
  path: '/items/{id}',
  basePath: '/v1',
  parameters: [
    { name: 'id', in: 'path', required: true, sample: 'item_1' },
    { name: 'page', in: 'query', required: false, sample: 2 },
    { name: 'fields', in: 'query', required: false, sample: ['id'] },
    { name: 'name', in: 'query', required: false },
    { name: 'X-Trace', in: 'header', required: false, sample: 7 },
  ],
};

/** Returns the options of a call whose body has a type, with the texts of some fields; the other fields are empty. */
function optionsOf(type: TryItBody['type'] | undefined, texts: Readonly<Record<string, string>>) {
  const fields = new FormData();
  for (const { name, in: place } of CALL.parameters) fields.set(`${place}.${name}`, '');
  for (const [name, text] of Object.entries(texts)) fields.set(name, text);
  return callOptions(type === undefined ? CALL : { ...CALL, body: { type, required: false } }, fields);
}

/** The texts of a form, and the options of the call. `form` is the class of a body, and `body` then has its entries. */
interface Case {
  readonly title: string;
  readonly type?: TryItBody['type'];
  readonly fields?: Readonly<Record<string, string>>;
  readonly params?: object;
  readonly form?: string;
  readonly body?: unknown;
}
const CASES: Case[] = readYaml(import.meta.dirname, 'call-options.yaml');

test.for(CASES)('callOptions() $title', ({ type, fields = {}, form, ...expected }) => {
  const { params, body } = optionsOf(type, fields);
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  expect(params).toEqual(expected.params ?? { path: { id: '' }, query: {}, header: {} });
  expect(isForm ? body.constructor.name : undefined).toBe(form);
  expect(isForm ? [...body] : body).toEqual(expected.body);
});

test('callOptions() throws if the body is not valid JSON', () => {
  expect(() => optionsOf('json', { body: '{' })).toThrow('The body must be valid JSON: ');
});
