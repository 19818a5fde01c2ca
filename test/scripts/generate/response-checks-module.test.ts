import { expect, test } from 'vitest';
import { responseChecksModule } from '../../../scripts/generate/response-checks-module.ts';

test('the module response-checks.ts exports each operation with its own name, although ids differ only in separators', async () => {
  const operation = (operationId: string) => ({ get: { operationId, responses: { 204: { description: 'Done' } } } });
  const paths = { '/a': operation('aB2'), '/b': operation('a-b'), '/c': operation('a_b') };
  const document = { openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths };
  const [, exported = ''] = (await responseChecksModule(document)).split('export {');
  expect(exported.match(/(?<= as )\w+/g)).toEqual(['aB', 'aB2', 'aB3']);
});
