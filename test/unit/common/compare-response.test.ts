import { expect, test } from 'vitest';
import { compareResponse } from '../../../common/compare-response.ts';
import { driftReport } from '../../../common/difference.ts';
import type { CheckedOperation, Validate } from '../../../common/response-checks.ts';
import { readYaml } from '../../support/read-yaml.ts';

/** A validator that reports the given errors. */
const reporting = (...errors: NonNullable<Validate['errors']>): Validate =>
  Object.assign(() => errors.length === 0, { errors: errors.length === 0 ? null : errors });

/** `GET /items` returns `{ items: [{ name, labels: { [key]: { color } } }] }`. */
const checksWith = (validate: Validate): CheckedOperation => ({
  id: 'list_items',
  method: 'GET',
  path: '/items',
  responses: {
    '200': { 'application/json': { validate, fields: 0 } },
    '4XX': { 'text/*': {} },
    '204': {},
    '205': { 'text/plain': {} },
  },
  trees: [
    { properties: { items: 1 } },
    { items: 2 },
    { properties: { name: 3, labels: 4 } },
    {},
    { others: 5 },
    { properties: { color: 3 } },
  ],
});
const VALID = { items: [{ name: 'a', labels: { secret: { color: 'red' } } }] };
const GET = {
  status: 200,
  mediaType: 'application/json',
  body: VALID as unknown,
  isUnread: false,
  headers: {},
  parameters: {},
};

interface Row {
  readonly what: string;
  readonly response: Partial<typeof GET> & { readonly isEmpty?: boolean };
  readonly differences: readonly object[];
}
const ROWS: readonly Row[] = readYaml(import.meta.dirname, 'compare-response.yaml');

test.for(ROWS)('compareResponse() compares $what with the document', ({ response, differences: expected }) => {
  const { isEmpty = false, ...changes } = response;
  const compared = { ...GET, ...changes, ...(isEmpty && { body: undefined }) };
  const differences = compareResponse(compared, checksWith(reporting()));
  expect(differences).toHaveLength(expected.length);
  expect(differences).toMatchObject(expected);
});

test('compareResponse() reports the pointer and the keyword of a schema violation, and no value or key of a map', () => {
  const validate = reporting(
    { instancePath: '/items/0/labels/s3cret/color', keyword: 'type', params: {} },
    { instancePath: '/items/1', keyword: 'required', params: { missingProperty: 'name' } },
    { instancePath: '/items/1/labels/a~1b/unknown/0', keyword: 'type', params: {} },
  );
  const drifts = compareResponse(GET, checksWith(validate));
  expect(drifts.map(({ pointer, keyword }) => `${pointer} ${keyword}`)).toEqual([
    '/items/[]/labels/{}/color type',
    '/items/[]/name required',
    '/items/[]/labels/{}/unknown/{} type',
  ]);
  expect(drifts[0]).toEqual({
    operation: '`GET /items`',
    response: '200',
    kind: 'schema violation',
    detail: '`/items/[]/labels/{}/color` violates `type`',
    isOpen: false,
    operationId: 'list_items',
    method: 'GET',
    path: '/items',
    status: 200,
    pointer: '/items/[]/labels/{}/color',
    keyword: 'type',
  });
});

test('compareResponse() shows the names and the indexes of a pointer only as far as the document declares them', () => {
  const at = (instancePath: string) => reporting({ instancePath, keyword: 'type', params: {} });
  const pointerOf = (instancePath: string) =>
    compareResponse(GET, checksWith(at(instancePath))).map(({ pointer }) => pointer);
  expect(pointerOf('')).toEqual(['']);
  expect(pointerOf('/items/12/name')).toEqual(['/items/[]/name']);
  expect(pointerOf('/items/a1')).toEqual(['/items/{}']);
  expect(pointerOf('/items/1a')).toEqual(['/items/{}']);
  expect(pointerOf('/a~1b/c')).toEqual(['/a~1b/{}']);
});

test('compareResponse() uses the documented status before a range, and a range before the default', () => {
  const [json, text] = [{ 'application/json': {} }, { 'text/plain': {} }];
  const compare = (responses: object) =>
    compareResponse(
      { ...GET, status: 404, body: {} },
      // The cast is safe: the content types have no schema.
      { ...checksWith(reporting()), responses } as CheckedOperation,
    ).map(({ kind, detail }) => [kind, detail]);
  expect(compare({ 404: json, '4XX': text, default: text })).toEqual([]);
  expect(compare({ '4XX': json, default: text })).toEqual([['status', 'documented only as `4XX`']]);
  expect(compare({ '5XX': text, default: json })).toEqual([['status', 'documented only as `default`']]);
});

test('compareResponse() validates a body with additional fields again without them', () => {
  const errors = [{ instancePath: '', keyword: 'additionalProperties', params: {} }];
  const validate: Validate = Object.assign(
    (body: unknown) => {
      validate.errors = Object.hasOwn(Object(body), 'more') ? errors : null;
      return validate.errors === null;
    },
    { errors: null as typeof errors | null },
  );
  const body = { ...VALID, more: 1 };
  const kinds = compareResponse({ ...GET, body }, checksWith(validate)).map(({ kind }) => kind);
  expect(kinds).toEqual(['undocumented fields']);
});

test('compareResponse() checks header fields, of which a validator gets the number, and the body of a read with an item', () => {
  const validate = (value: unknown) => value === 5;
  const headers = { 200: { 'X-Limit': { required: true, validate }, 'X-Other': { required: false } } };
  const checks = { ...checksWith(Object.assign(() => true, {})), headers, item: ['id', '/id'] } as CheckedOperation;
  const compare = (response: object) => compareResponse({ ...GET, ...response }, checks).map(({ detail }) => detail);
  expect(compare({ headers: { 'x-limit': '5' } })).toEqual([]);
  expect(compare({})).toEqual(['`X-Limit` is missing']);
  expect(compare({ headers: { 'x-limit': '' } })).toEqual(['`X-Limit` violates its schema']);
  expect(compare({ status: 205, body: undefined })).toEqual(['empty']);
});

test('driftReport() writes one row for each status and kind, and a table of what the document leaves open', () => {
  const drifts = compareResponse({ ...GET, status: 404, body: {} }, checksWith(reporting()));
  expect(driftReport([])).toBe('No difference was found.');
  expect(driftReport(drifts).split('\n')).toEqual([
    '| Operation | Response | Difference | Details |',
    '| --- | --- | --- | --- |',
    '| `GET /items` | 404 | content type | `application/json` instead of `text/*` |',
    '',
    'The document leaves these details open:',
    '',
    '| Operation | Response | Difference | Details |',
    '| --- | --- | --- | --- |',
    '| `GET /items` | 404 | status | documented only as `4XX` |',
  ]);
});

test('compareResponse() does not throw a RangeError for a body of 20,000 levels, and still compares its status', () => {
  const isValid = (value: unknown): boolean => Object.values(Object(value)).every(isValid);
  const checks: CheckedOperation = {
    ...checksWith(reporting()),
    responses: { default: { 'application/json': { validate: isValid, fields: 0 } } },
    trees: [{ others: 0 }],
  };
  const body: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
  expect(compareResponse({ ...GET, body }, checks)).toMatchObject([
    { kind: 'status' },
    { kind: 'body', detail: 'too deep', isOpen: false },
  ]);
  // Here, only the validator exceeds the stack.
  const drifts = compareResponse({ ...GET, body }, { ...checks, trees: [{ properties: {} }] });
  expect(drifts.map(({ kind }) => kind)).toEqual(['status', 'body']);
});
