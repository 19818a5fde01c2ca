import { describe, expect, test, vi } from 'vitest';
import { type BulkProgress, bulk, createPacer, type Pacer, pacerState } from '../../../src/bulk/index.ts';
import { createManagementClient } from '../../../src/index.ts';
import { thrownBy } from '../../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { pacingOf } from '../../support/opaque-pacer.ts';
import { createResponse } from '../../support/scripted-fetch.ts';
import { readAll } from './controlled-calls.ts';

const path = '/guardian/enrollments/{id}';
const refused = (seconds: number) => createResponse(429, {}, { 'Retry-After': String(seconds) });

/** Creates a pacer, and a function that sends one call, which gets the given responses. */
function createCalls() {
  useFakeTime();
  const pacer = createPacer();
  const send = (...responses: Response[]) => {
    const fetch = async () => responses.shift() as Response;
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, pacer });
    return management.DELETE(path, { params: { path: { id: 'dev_1' } }, timeout: 5_000, pace: 'bulk' });
  };
  return { pacer, send };
}

describe('pacerState', () => {
  test('returns the rate, the remaining pause and the number of 429s', async () => {
    const { pacer, send } = createCalls();
    expect(pacerState(pacer)).toEqual({ callsPerSecond: 30, pausedMs: 0, refused: 0 });
    await send(refused(12));
    expect(pacerState(pacer)).toEqual({ callsPerSecond: expect.any(Number), pausedMs: 12_000, refused: 1 });
    await advanceTime(11_000);
    expect(pacerState(pacer).pausedMs).toBe(1_000);
    await advanceTime(5_000);
    expect(pacerState(pacer)).toMatchObject({ pausedMs: 0, refused: 1 });
    await send(createResponse(204));
    expect(pacerState(pacer)).toMatchObject({ pausedMs: 0, refused: 1 });
  });

  test('counts every 429, including those of calls that are sent again', async () => {
    const { pacer, send } = createCalls();
    await advanceUntilSettled(send(refused(0), refused(1), createResponse(204)));
    expect(pacerState(pacer).refused).toBe(2);
  });

  test.each([undefined, null, {}, 'pacer'])('throws a TypeError for %j', (value) => {
    const error = thrownBy(() => pacerState(value as unknown as Pacer));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      'pacer must be the result of createPacer() from the same version of tenant-management-client',
    );
  });
});

describe('the callback of a pause', () => {
  test('is called when a pause starts or becomes longer, and not after it was removed', async () => {
    const { pacer, send } = createCalls();
    const callback = vi.fn();
    const remove = pacingOf(pacer).onPause(callback);
    await send(createResponse(204));
    expect(callback).not.toHaveBeenCalled();
    await advanceUntilSettled(send(refused(12)));
    expect(callback).toHaveBeenCalledTimes(1);
    remove();
    await advanceTime(12_000);
    await advanceUntilSettled(send(refused(12)));
    expect(callback).toHaveBeenCalledTimes(1);
  });
});

test('onProgress is called when a pause starts and when it ends, and no timer remains after the run', async () => {
  const { pacer } = createCalls();
  const responses = [createResponse(204), refused(90), createResponse(204), createResponse(204)];
  const fetch = async () => responses.shift() as Response;
  const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, pacer });
  const reports: Pick<BulkProgress, 'finished' | 'failed' | 'pausedMs'>[] = [];
  const onProgress = ({ finished, failed, pausedMs }: BulkProgress) => reports.push({ finished, failed, pausedMs });
  const remove = (id: string, call: object) => management.DELETE(path, { params: { path: { id } }, ...call });
  const job = bulk(['a', 'b', 'c'], remove, { pacer, concurrency: 1, onProgress });
  await advanceUntilSettled(readAll(job));
  expect(reports).toEqual([
    { finished: 1, failed: 0, pausedMs: 0 },
    { finished: 1, failed: 0, pausedMs: 90_000 },
    // The timeout of the call is shorter than the pause, so the call returns the 429.
    { finished: 1, failed: 1, pausedMs: 90_000 },
    { finished: 1, failed: 1, pausedMs: 0 },
    { finished: 2, failed: 1, pausedMs: 0 },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
