// Tests that the functions of a sandbox, and its command, reject invalid arguments with a message that names the argument.
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { expect, test } from 'vitest';
import { rejectionOf, thrownBy } from '../../../test/support/expected-errors.ts';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { parseArguments } from '../src/arguments.ts';
import { callOperation, READ, startTestSandbox } from './sandbox-client.ts';

interface Case {
  readonly what: string;
  /** The invalid value. For several arguments, it is a list. */
  readonly value: unknown;
  readonly message: string;
}

const READER = { clientId: 'reader', clientSecret: 'secret', scopes: ['read:token_exchange_profiles'] } as const;
const INVALID_BODY = 'body must be a string or a value that can be written as JSON';
const CASES: Record<string, Case[]> = readYaml(import.meta.dirname, 'invalid-arguments.yaml');
/** Cases whose values YAML cannot express. */
const MORE: Record<string, Case[]> = {
  startSandbox: [
    {
      what: 'a clock that returns NaN',
      value: { clock: () => Number.NaN },
      message: 'clock must return a number of milliseconds',
    },
  ],
  fail: [
    { what: 'a body that is a function', value: { with: 503, body: () => ({}) }, message: INVALID_BODY },
    { what: 'a body with a BigInt', value: { with: 503, body: { count: 1n } }, message: INVALID_BODY },
  ],
  'requests.waitFor': [
    {
      what: 'no filter',
      value: [undefined],
      message: 'the filter must be a function or an object such as { status: 204 }',
    },
  ],
};

// With the type `never`, the functions accept invalid values, which a JavaScript caller can pass.
const FUNCTIONS: Record<string, (sandbox: Sandbox, value: never) => unknown> = {
  startSandbox: (_sandbox, options) => startSandbox(options),
  fail: (sandbox, fault) => sandbox.fail(fault),
  'clients.set': (sandbox, client) => sandbox.clients.set('reader', client),
  issueToken: (sandbox, options) => sandbox.issueToken(options),
  revokeTokens: (sandbox, options) => sandbox.revokeTokens(options),
  rotateKey: (sandbox, options) => sandbox.rotateKey(options),
  'requests.waitFor': (sandbox, [filter, options]: readonly never[]) =>
    sandbox.requests.waitFor(filter as never, options),
};

const calls = Object.entries(FUNCTIONS).flatMap(([name, call]) =>
  [...(CASES[name] ?? []), ...(MORE[name] ?? [])].map((one) => ({ name, call, ...one })),
);

test.for(calls)(
  '$name() rejects $what with a TypeError that names the argument, and changes nothing',
  async ({ call, value, message }) => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    const token = await sandbox.issueToken();
    const error = await rejectionOf((async () => call(sandbox, value as never))());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(message);
    expect([...sandbox.clients.values()]).toEqual([sandbox.credentials, READER]);
    expect((await callOperation(sandbox, READ, { token })).status).toBe(200);
  },
);

test.for(CASES['command'] ?? [])(
  'the command rejects $what with a message that names the option',
  ({ value, message }) => {
    expect(thrownBy(() => parseArguments(value as string[])).message).toBe(message);
  },
);
