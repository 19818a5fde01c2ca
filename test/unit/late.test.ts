// What comes after the end of a call, or while something else is under way.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type TokenSource } from '../../src/index.js';
import { elapse, NOW, stopTime, turn } from './fake-time.js';
import { answer, later, type Sent, scriptedFetch } from './scripted-fetch.js';
import { path, rejection, tenant } from './tenant.js';

const issued = (access_token: string) => answer(200, { access_token, expires_in: 3600, token_type: 'Bearer' });
const unending = () => new AbortController().signal;

/** A 401 whose body tells whether it was let go of. */
function refusal() {
  const cancel = vi.fn();
  return { cancel, response: new Response(new ReadableStream({ cancel }), { status: 401 }) };
}

describe('a refused response', () => {
  test('is let go of where no other token can be had', async () => {
    const { cancel, response } = refusal();
    const failure = new Error('no other token');
    const auth: TokenSource = ({ rejected }) => {
      if (rejected !== undefined) throw failure;
      return 'first';
    };
    const { remove } = tenant([response], { auth });
    await expect(remove()).rejects.toBe(failure);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('is let go of where another token is tried', async () => {
    const { cancel, response } = refusal();
    const { remove } = tenant([response, answer(204)], {
      auth: ({ rejected }) => (rejected === undefined ? 'first' : 'second'),
    });
    await remove();
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('a call that is over', () => {
  test('does not ask for another token', async () => {
    const late = later<Response>();
    const auth = vi.fn(() => 'first');
    const { remove } = tenant([() => late.promise], { auth });
    const controller = new AbortController();
    const call = remove({ signal: controller.signal });
    await turn();
    controller.abort();
    expect(await rejection(call)).toMatchObject({ name: 'AbortError' });
    late.resolve(answer(401));
    await turn();
    expect(auth).toHaveBeenCalledOnce();
  });

  test('sends nothing more where its wait and its deadline come late together', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const blockPastDeadline = () => {
      const end = Date.now() + 60;
      while (Date.now() < end);
    };
    const { remove, sent } = tenant([
      () => {
        setImmediate(blockPastDeadline);
        return answer(429, undefined, { 'Retry-After': '0' });
      },
    ]);
    expect(await rejection(remove({ timeout: 30 }))).toMatchObject({ name: 'TimeoutError' });
    await turn();
    expect(sent).toHaveLength(1);
  });
});

test('a fetch that gives no response is an error that says so', async () => {
  stopTime();
  // Plain JavaScript, which no type stops.
  const fetch = (async () => undefined) as unknown as typeof globalThis.fetch;
  const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
  const error = await rejection(elapse(management.DELETE('/guardian/enrollments/{id}', path)));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toContain("reading 'status'");
});

describe('a token source', () => {
  const origin = 'https://acme.example.com';
  const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };

  test('that is given no deadline waits for a minute at the most', async () => {
    stopTime();
    const { fetch } = scriptedFetch([answer(429, undefined, { 'Retry-After': '3000000' })]);
    const token = clientCredentials(CLIENT)({ origin, fetch, signal: unending() });
    expect(await rejection(elapse(token))).toMatchObject({ name: 'TokenError', status: 429 });
    expect(Date.now()).toBe(NOW);
  });

  test('does not take the late token of a request that was given up', async () => {
    const late = later<Response>();
    const { fetch } = scriptedFetch([() => late.promise, issued('newer')]);
    const source = clientCredentials(CLIENT);
    const controller = new AbortController();
    const first = source({ origin, fetch, signal: controller.signal });
    await turn();
    controller.abort();
    expect(await rejection(first)).toMatchObject({ name: 'AbortError' });
    expect(await source({ origin, fetch, signal: unending() })).toBe('newer');
    late.resolve(issued('older'));
    await turn();
    expect(await source({ origin, fetch, signal: unending() })).toBe('newer');
  });

  test('still gives a refused token to a call that it was not refused to, while another is on its way', async () => {
    const { fetch } = scriptedFetch([issued('refused'), answer(400)]);
    const source = clientCredentials(CLIENT);
    await source({ origin, fetch, signal: unending() });
    const renewed = rejection(source({ origin, fetch, signal: unending(), rejected: 'refused' }));
    expect(await source({ origin, fetch, signal: unending() })).toBe('refused');
    expect(await renewed).toMatchObject({ name: 'TokenError' });
  });

  test('gives a refused token to no call that was refused an older one while another is on its way', async () => {
    const late = later<Response>();
    const requested: Sent[] = [];
    const { fetch } = scriptedFetch([
      issued('refused'),
      (sent) => {
        requested.push(sent);
        return late.promise;
      },
    ]);
    const source = clientCredentials(CLIENT);
    await source({ origin, fetch, signal: unending() });
    const renewed = source({ origin, fetch, signal: unending(), rejected: 'refused' });
    const other = source({ origin, fetch, signal: unending(), rejected: 'older' });
    await turn();
    late.resolve(issued('fresh'));
    expect(await Promise.all([renewed, other])).toEqual(['fresh', 'fresh']);
    expect(requested).toHaveLength(1);
  });

  test('does not repeat a client authentication that fails', async () => {
    const failure = new Error('no key');
    const clientAuthentication = vi.fn(() => {
      throw failure;
    });
    const { fetch } = scriptedFetch([]);
    const source = clientCredentials({ clientId: 'my-service', clientAuthentication });
    await expect(source({ origin, fetch, signal: unending() })).rejects.toBe(failure);
    expect(clientAuthentication).toHaveBeenCalledOnce();
  });
});
