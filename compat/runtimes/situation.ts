// The calls that every runtime makes, and their expected outcomes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { battery, timedBattery } from '../../test/faults/cases/battery.ts';
import { type FaultCase, withTitles } from '../../test/faults/cases/case.ts';
import { head, json, neverRespond, raw } from '../../test/faults/scripted-server.ts';
import type { CallTask } from './messages.ts';

/** A call over a connection with a fault, with the subject and the title of its test. */
export interface Situation {
  readonly subject: string;
  readonly title: string;
  readonly row: SituationCase;
}

/** A case that only these tests have, because the tests of `test/faults` use fake time instead. */
export interface SituationCase extends FaultCase {
  readonly timeout?: number;
  readonly abort?: CallTask['abort'];
  /** Whether the port of the server refuses connections. */
  readonly isRefused?: boolean;
}

/** Names of cases of the fault battery, by subject. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = parse(
  readFileSync(join(import.meta.dirname, 'chosen-cases.yaml'), 'utf8'),
);

function chosenCases(subject: string, cases: readonly FaultCase[]): SituationCase[] {
  return (CHOSEN[subject] ?? []).map((name) => {
    const row = cases.find((one) => one.name === name);
    if (row === undefined) throw new Error(`the fault battery must have this case of "${subject}": ${name}`);
    return { ...row, delays: [] };
  });
}

/** Timeout of the calls that time out, in milliseconds. */
const TIMEOUT_MS = 500;

const endlessBody = raw(head(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }), '{"a":1,');
const endlessToken = raw(head(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }), '{"access_');
const timedOut = { thrown: 'TimeoutError' };
const aborted = { thrown: 'the reason of the signal' };
const invalid = { thrown: 'TypeError' };

const timeouts: readonly SituationCase[] = [
  { name: 'GET that gets no response', api: [neverRespond], expected: timedOut },
  { name: 'GET whose response body does not end', api: [endlessBody], expected: timedOut },
  { name: 'call whose token request gets no response', token: [neverRespond], expected: timedOut },
  { name: 'call whose token response does not end', token: [endlessToken], expected: timedOut },
].map((row) => ({ ...row, timeout: TIMEOUT_MS }));

const aborts: readonly SituationCase[] = [
  { name: 'GET with a signal that is already aborted', abort: 'before', expected: aborted },
  { name: 'GET that the caller aborts during the request', abort: 'request', api: [neverRespond], expected: aborted },
  {
    name: 'GET that the caller aborts during the response body',
    abort: 'response',
    api: [endlessBody],
    expected: aborted,
  },
  {
    name: 'GET that the caller aborts during a retry delay',
    abort: 'response',
    api: [json(503, {}, { 'Retry-After': '30' })],
    expected: aborted,
  },
];

const invalidOptions: readonly SituationCase[] = [
  { name: 'GET with a negative number of retries', retry: -1, expected: invalid },
  { name: 'GET with a negative timeout', timeout: -1, expected: invalid },
];

const refused: readonly SituationCase[] = [
  {
    name: 'POST to a port that refuses connections',
    method: 'POST',
    retry: 0,
    isRefused: true,
    expected: { thrown: 'NetworkError' },
  },
];

const chosen = Object.entries({ ...battery, ...timedBattery }).map(
  ([subject, cases]) => [subject, chosenCases(subject, cases)] as const,
);

/** All situations: some of the fault battery, and more about timeouts, aborts and options. */
export const situations: readonly Situation[] = Object.entries({
  ...Object.fromEntries(chosen),
  'connection refused': refused,
  timeout: timeouts,
  abort: aborts,
  'invalid option': invalidOptions,
}).flatMap(([subject, cases]) => withTitles(cases).map(([title, row]) => ({ subject, title, row })));
