import { describe, expect, test } from 'vitest';
import { ApiError, unwrap } from '../../../src/index.ts';
import { rejectionOf } from '../../support/expected-errors.ts';
import { createScriptedClient, PROFILE } from '../../support/scripted-client.ts';
import { createResponse } from '../../support/scripted-fetch.ts';

describe('unwrap', () => {
  test('resolves with the data', async () => {
    const { read } = createScriptedClient([createResponse(200, PROFILE), createResponse(200, PROFILE)]);
    expect(await unwrap(read())).toEqual(PROFILE);
    expect(await unwrap(await read())).toEqual(PROFILE);
  });

  test('throws the error of the result', async () => {
    const { remove } = createScriptedClient([createResponse(404)]);
    const result = await remove();
    expect(result.error).toBeInstanceOf(ApiError);
    await expect(unwrap(result)).rejects.toBe(result.error);
  });

  test('throws an error whose stack contains the function that called unwrap', async () => {
    const { read } = createScriptedClient([createResponse(404)]);
    async function showProfilePage() {
      return await unwrap(read());
    }
    expect((await rejectionOf(showProfilePage())).stack).toContain('showProfilePage');
  });
});
