// Tests the exit status of Redocly's command line.
import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { exitStatus } from '../../../scripts/lint/redocly.ts';

describe('exitStatus()', () => {
  const statusAfter = (event: string, argument: unknown): Promise<number> => {
    const child = new EventEmitter();
    const status = exitStatus(child);
    child.emit(event, argument);
    return status;
  };

  test.each([
    ['0 if the process exits with status 0', 0, 0],
    ['2 if the process exits with status 2', 2, 2],
    ['1 if a signal ends the process', null, 1],
  ])('resolves with %s', async (_what, status, expected) => {
    expect(await statusAfter('exit', status)).toBe(expected);
  });

  test('rejects if the process cannot be started', async () => {
    await expect(statusAfter('error', new Error('ENOENT'))).rejects.toThrow('ENOENT');
  });
});
