// Tests of `success` in a behavior file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { buildSynthetic, call, type SyntheticPackage } from '../../../test/support/synthetic-sandbox.ts';

const BEHAVIOR = `
operations:
  createReader:
    success: { status: 200, item: true, source: recorded traffic }
  deleteReader:
    success: { status: 200, body: { deleted: true }, source: recorded traffic }
`;

let readers: SyntheticPackage;
beforeAll(async () => {
  readers = await buildSynthetic(readYaml(import.meta.dirname, 'readers.yaml'), BEHAVIOR);
});
afterAll(() => readers.remove());

describe('success in the behavior file', () => {
  test('shows the created item in a response for which the document shows no body', async () => {
    const created = await call(await readers.start(), 'POST', '/readers', { body: { name: 'Ann' } });
    expect(created).toMatchObject({ status: 200, body: { id: expect.any(String), name: 'Ann' } });
  });

  test('replaces the body of a response', async () => {
    const sandbox = await readers.start({ resources: { readers: [{ id: 'r' }] } });
    expect(await call(sandbox, 'DELETE', '/readers/r')).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await call(sandbox, 'DELETE', '/readers/r')).status).toBe(404);
  });

  test('has no effect with assume: false', async () => {
    const sandbox = await readers.start({ assume: false });
    expect((await call(sandbox, 'POST', '/readers', { body: {} })).status).toBe(501);
  });
});
