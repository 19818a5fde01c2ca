// Tests of the behavior file, and of the error messages of the build if the file is not valid.

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import { FIXTURE } from '../../../test/support/fixture.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { behaviorFileOf, parseBehavior, readBehavior } from '../src/behavior/behavior.ts';
import { projectRoot, readDocument } from '../src/read/document.ts';

const READ = 'get_token-exchange-profiles_by_id';

const { file } = FIXTURE;
const document = await readDocument(file);
const source = await readFile(behaviorFileOf(file), 'utf8');

/** Returns the position of a text in the behavior file, as `line:column`. */
function positionOf(text: string): string {
  const before = source.slice(0, source.indexOf(text)).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

/** Replaces a text of the behavior file, and returns the error message of the build. */
const messageAfter = async (text: string, replacement: string): Promise<string> => {
  expect(source).toContain(text);
  return (await rejectionOf(parseBehavior('b.yaml', source.replace(text, replacement), document))).message;
};

describe('a behavior file', () => {
  test('is valid in this project, and each of its entries has a source', async () => {
    const { operations, api } = await readBehavior(file, document);
    expect(operations[READ]?.missing).toEqual({
      status: 404,
      message: 'Token exchange profile not found.',
      source: 'recorded traffic',
    });
    expect(api.failures.notGlobal.source).toBe('assumed; challenge from RFC 6750 section 3');
  });

  test('is optional: without the file, the build uses defaults for behavior that the document does not show', async () => {
    const behavior = await readBehavior('/project/openapi/books.yaml', document);
    expect(behavior).toMatchObject({ aliases: {}, operations: {}, tokenEndpoint: { lifetime: { seconds: 86_400 } } });
    expect(behavior.api.failures.notGlobal.status).toBe(401);
  });

  test('gets defaults for the entries that it does not contain', async () => {
    const source = 'api: { rateLimit: { limit: 9, perSecond: 3, source: assumed } }';
    const { api } = await parseBehavior('b.yaml', source, document);
    expect(api.rateLimit).toEqual({ limit: 9, perSecond: 3, source: 'assumed' });
    expect(api.failures.conflict.status).toBe(409);
  });

  test('can name the only resource of a document', async () => {
    const read = (operationId: string) => ({ get: { operationId, responses: {} } });
    const paths = { '/books': read('list_books'), '/books/{id}': read('read_book') };
    const library = { info: { title: 'Library', version: '1' }, paths };
    const { aliases } = await parseBehavior('b.yaml', 'aliases: { novels: books }', library);
    expect(aliases).toEqual({ novels: 'books' });
  });

  test('can have any status of a failure that the document does not show', async () => {
    const get = { operationId: 'read_book', responses: { '4XX': { description: '' } } };
    // A DELETE can have a 404 response for another reason.
    const remove = { operationId: 'delete_book', responses: { 404: { description: '' } } };
    const library = { info: { title: 'Library', version: '1' }, paths: { '/books/{id}': { get, delete: remove } } };
    const missing = '{ missing: { status: 410, source: assumed } }';
    const source = `operations: { read_book: ${missing}, delete_book: ${missing} }
api: { failures: { notJwt: { status: 400, message: Not a JWT, source: assumed } } }`;
    const { api, operations } = await parseBehavior('b.yaml', source, library);
    expect([api.failures.notJwt.status, operations['read_book']?.missing?.status]).toEqual([400, 410]);
  });

  test('is next to its document and has the same name, with .behavior before the extension', () => {
    expect(behaviorFileOf('/project/openapi/management.yaml')).toBe('/project/openapi/management.behavior.yaml');
  });
});

describe('the build rejects an invalid behavior file and reports the file, line, column and key:', () => {
  const missing = positionOf('missing: { status: 404, message: Token');

  test('a value of the wrong type', async () => {
    expect(await messageAfter('missing: { status: 404,', 'missing: { status: none,')).toMatch(
      /^b\.yaml:\d+:16: operations\.get_token-exchange-profiles_by_id\.missing\.status: must be integer$/,
    );
  });

  test('a syntax error, with the line', async () => {
    expect(await messageAfter('profiles: token', 'profiles: ]token')).toMatch(
      /^b\.yaml:\d+:13: Unexpected flow-seq-end token .*"\]"\n\n {2}profiles: \]token-exchange-profiles\n {12}\^$/m,
    );
  });

  test('a status that is not an HTTP status', async () => {
    expect(await messageAfter('missing: { status: 404,', 'missing: { status: 40,')).toMatch(
      /operations\.get_token-exchange-profiles_by_id\.missing\.status: must be >= 200$/,
    );
  });

  test('a success that is not a 2XX status, or not a status that the document shows', async () => {
    const entry = `  ${READ}:\n`;
    const after = (status: number) =>
      messageAfter(entry, `${entry}    success: { status: ${status}, source: assumed }\n`);
    expect(await after(404)).toMatch(/\.success\.status: must be <= 299$/);
    expect(await after(204)).toMatch(
      /^b\.yaml:\d+:\d+: operations\.get_[\w-]+\.success\.status: must be 200, which the document shows; or remove the entry$/,
    );
  });

  test.each<[key: string, shown: number]>([
    [`operations.${READ}.missing`, 404],
    ...['missingToken', 'notJwt', 'expiredToken', 'invalidSignature', 'invalidClaim', 'invalidToken', 'notGlobal'].map(
      (name): [string, number] => [`api.failures.${name}`, 401],
    ),
    ['api.failures.insufficientScope', 403],
    ['api.failures.unknownQueryParameter', 400],
    ['api.failures.invalidQuery', 400],
    ['api.failures.tooManyRequests', 429],
  ])('a status of %s that is not the status that the document shows', async (key, shown) => {
    const entry: object = { status: 418, message: 'Failed', source: 'assumed' };
    const text = JSON.stringify(key.split('.').reduceRight((inner, name) => ({ [name]: inner }), entry));
    const { message } = await rejectionOf(parseBehavior('b.yaml', text, document));
    const column = text.indexOf('"status"') + 1;
    expect(message).toBe(
      `b.yaml:1:${column}: ${key}.status: must be ${shown}, which the document shows; or remove the entry`,
    );
  });

  test('an entry without a source', async () => {
    expect(await messageAfter('not found., source: recorded traffic', 'not found.')).toBe(
      `b.yaml:${missing}: operations.get_token-exchange-profiles_by_id.missing.source: is required`,
    );
  });

  test('an operation that the document does not have', async () => {
    expect(await messageAfter(`  ${READ}:`, '  get_users_by_id:')).toBe(
      `b.yaml:${positionOf(`${READ}:`)}: operations.get_users_by_id: no operation of the document has this id; correct the id, or remove the entry`,
    );
  });

  test('a misspelt key', async () => {
    expect(
      await messageAfter('    missing: { status: 404, message: Token', '    mising: { status: 404, message: Token'),
    ).toBe(
      `b.yaml:${missing}: operations.get_token-exchange-profiles_by_id.mising: is not a known field; did you mean "missing"? Valid fields: success, missing, scopes, unique, effect, seed, id, deprecation`,
    );
  });

  test('a scope that the document does not declare', async () => {
    expect(await messageAfter("any: ['delete:guardian_enrollments']", "any: ['delete:users']")).toMatch(
      /operations\.delete_guardian_enrollments_by_id\.scopes\.any\[0\]: must be create:token_exchange_profiles or /,
    );
  });

  test('an alias for a collection that the document does not have', async () => {
    expect(await messageAfter('profiles: token-exchange-profiles', 'profiles: users')).toBe(
      `b.yaml:${positionOf('profiles: token')}: aliases.profiles: must be token-exchange-profiles or guardian/enrollments; or remove the alias`,
    );
  });

  test('an unknown name of a failure', async () => {
    expect(await messageAfter('    notGlobal:', '    global:')).toMatch(
      /api\.failures\.global: is not a known field\S .*Valid fields: missingToken, /,
    );
  });

  test('a deprecation without a time', async () => {
    const deprecation = `    deprecation: { link: 'https://example.com/changes', source: assumed }\n`;
    const entry = '  delete_guardian_enrollments_by_id:\n';
    expect(await messageAfter(entry, entry + deprecation)).toMatch(
      /^b\.yaml:\d+:\d+: operations\.delete_guardian_enrollments_by_id\.deprecation\.deprecatedAt: is required$/m,
    );
  });

  test('a status range that is not valid', async () => {
    expect(await messageAfter('[2XX, 429]', '[20X, 429]')).toMatch(
      /api\.rateLimitFields\.statuses\[0\]: must match pattern "\^\[1-5\]XX\$"$/,
    );
  });

  test('an invalid value in a file on disk', async () => {
    const text = source.replace('  profiles: token-exchange-profiles', '  profiles: 7');
    const folder = temporaryFolder({ 'management.behavior.yaml': text });
    const { message } = await rejectionOf(readBehavior(join(folder, 'management.yaml'), document));
    expect(message).toBe(
      `${relative(projectRoot, folder)}/management.behavior.yaml:${positionOf('profiles: token')}: aliases.profiles: must be token-exchange-profiles or guardian/enrollments; or remove the alias`,
    );
  });

  test('a syntax error', async () => {
    expect(await messageAfter('aliases:\n', 'aliases: {\n')).toMatch(/^b\.yaml:\d+:\d+: /);
  });
});
