// Tests of the arguments of the functions of a sandbox, and of its command.
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { expect, test } from 'vitest';
import { rejectionOf, thrownBy } from '../../../test/support/expected-errors.ts';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { parseArguments } from '../src/arguments.ts';
import { callOperation, READ, startTestSandbox } from './sandbox-client.ts';

const READER = { clientId: 'reader', clientSecret: 'secret', scopes: ['read:token_exchange_profiles'] } as const;
const INVALID_BODY = 'body must be a string or a value that can be written as JSON';
/** The invalid values by message. For several arguments, a value is a list. */
const INVALID: Record<string, Record<string, unknown[]>> = readYaml(import.meta.dirname, 'invalid-arguments.yaml');
/** Values that YAML cannot express. */
const MORE: Record<string, Record<string, unknown[]>> = {
  startSandbox: { 'clock must return a number of milliseconds': [{ clock: () => Number.NaN }] },
  fail: {
    [INVALID_BODY]: [
      { with: 503, body: () => ({}) },
      { with: 503, body: { count: 1n } },
    ],
  },
  'requests.waitFor': { 'the filter must be a function or an object such as { status: 204 }': [[undefined]] },
};
const casesOf = (name: string) =>
  Object.entries({ ...INVALID[name], ...MORE[name] }).flatMap(([message, values]) =>
    values.map((value) => ({ name, value, message })),
  );

// With the type `never`, the functions accept invalid values, which a JavaScript caller can pass.
const FUNCTIONS: Record<string, (sandbox: Sandbox, value: never) => unknown> = {
  startSandbox: (_sandbox, options) => startSandbox(options),
  fail: (sandbox, fault) => sandbox.fail(fault),
  'clients.set': (sandbox, client) => sandbox.clients.set('reader', client),
  issueToken: (sandbox, options) => sandbox.issueToken(options),
  'requests.waitFor': (sandbox, [filter, options]: readonly never[]) =>
    sandbox.requests.waitFor(filter as never, options),
};

test.for(Object.keys(FUNCTIONS).flatMap(casesOf))(
  '$name() rejects $value with the TypeError "$message", and changes nothing',
  async ({ name, value, message }) => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    const token = await sandbox.issueToken();
    const error = await rejectionOf((async () => FUNCTIONS[name]?.(sandbox, value as never))());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(message);
    expect([...sandbox.clients.values()]).toEqual([sandbox.credentials, READER]);
    expect((await callOperation(sandbox, READ, { token })).status).toBe(200);
  },
);

test.for(casesOf('command'))('the sandbox command rejects $value with the message "$message"', ({ value, message }) => {
  expect(thrownBy(() => parseArguments(value as string[])).message).toBe(message);
});

test.for<[string, object, object?]>([
  ['--port 0 a.yaml --latency=5', { port: 0, latency: 5 }, { file: 'a.yaml' }],
  ['--rate-limit 7/0.5', { rateLimit: { limit: 7, perSecond: 0.5 } }],
  ['--rate-limit off', { rateLimit: false }],
  ['--host ::1 --origin=https://a.example.com', { host: '::1', origin: 'https://a.example.com' }],
  ['--control', { control: true }],
  ['--log json', {}, { log: 'json' }],
  ['--version', {}, { version: true }],
  ['-h', {}, { help: true }],
])('the sandbox command reads the arguments %s, and has defaults for all others', ([line, options, others]) => {
  const defaults = { help: false, version: false, file: undefined, log: 'text' };
  const expected = { ...defaults, ...others, options: { port: 4020, latency: 0, ...options } };
  expect(parseArguments(line.split(' '))).toEqual(expected);
});
