import { describe, expect, test } from 'vitest';
import { sandboxCommand, sandboxOrigin } from './sandbox-address.ts';

describe('sandboxOrigin()', () => {
  test.each([
    ['http://127.0.0.1:4020', 'http://127.0.0.1:4020'],
    [' http://127.0.0.1:4020/ ', 'http://127.0.0.1:4020'],
    ['http://127.0.0.1:4020/api/v2', 'http://127.0.0.1:4020'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
  ])('returns the origin of the accepted address "%s"', (text, origin) => {
    expect(sandboxOrigin(text)).toBe(origin);
  });

  test.each([
    'https://acme.example.com',
    'http://acme.example.com:4020',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@acme.example.com',
    'https://127.0.0.1:4020',
    'http://localhost:4020',
    'http://127.0.0.2:4020',
    'http://[::1]:4020',
    '127.0.0.1:4020',
    '',
  ])('rejects "%s", and names an address that is accepted', (text) => {
    expect(() => sandboxOrigin(text)).toThrow(
      'The address must start with http://127.0.0.1, for example http://127.0.0.1:4020. This page calls only a sandbox on your computer.',
    );
  });
});

test.each([
  ['http://127.0.0.1:5000', 'npm run sandbox -- --port 5000'],
  ['http://127.0.0.1', 'npm run sandbox -- --port 80'],
])('sandboxCommand() returns the command that starts a sandbox on the port of %s', (origin, command) => {
  expect(sandboxCommand(origin)).toBe(command);
});
