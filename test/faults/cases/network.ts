import type { CallOutcome } from '../call-outcome.ts';
import {
  closeConnection,
  endlessHeaders,
  head,
  json,
  raw,
  rawThenEnd,
  rawThenReset,
  resetConnection,
  respond,
} from '../responders.ts';
import type { Responder } from '../scripted-server.ts';
import type { FaultCase } from './case.ts';

const networkError: CallOutcome = { thrown: 'NetworkError' };
const profile = json(200, { id: 'tep_1' });
const success: CallOutcome = { status: 200, data: { id: 'tep_1' } };

/** Faults before the client has a response: connections that end, endless header fields, and invalid HTTP. */
const FAULTS: readonly [string, Responder][] = [
  ['a connection reset before the header fields', resetConnection],
  ['a connection closed before the header fields', closeConnection],
  ['a connection reset within the header fields', rawThenReset('HTTP/1.1 200 OK\r\nContent-Ty')],
  ['a connection closed within the header fields', rawThenEnd('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n')],
  ['header fields that never end', endlessHeaders],
  ['a response that is not HTTP', rawThenEnd('220 mail.example.com ESMTP\r\n')],
  ['a response of 64 zero bytes', rawThenEnd(new Uint8Array(64))],
  [
    'two different Content-Length fields',
    rawThenEnd(head(200, { 'Content-Length': '2' }).replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\n'), '{}'),
  ],
  ['a negative Content-Length', rawThenEnd(head(200, { 'Content-Length': '-1' }), '{}')],
];

export const network: readonly FaultCase[] = [
  ...FAULTS.flatMap(([fault, responder]): FaultCase[] => [
    {
      name: `GET that gets ${fault} on every attempt`,
      api: [responder, responder, responder],
      expected: networkError,
    },
    { name: `GET that gets ${fault} on the first attempt`, api: [responder, profile], expected: success },
    {
      name: `DELETE that gets ${fault} on the first attempt`,
      method: 'DELETE',
      api: [responder, respond(204)],
      expected: { status: 204, data: undefined },
    },
    {
      name: `POST that gets ${fault}`,
      method: 'POST',
      body: { name: 'thing' },
      api: [responder],
      expected: networkError,
    },
  ]),
  {
    name: 'GET that gets 103 Early Hints before the final response',
    api: [
      raw(
        'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
        head(200, { 'Content-Type': 'application/json', 'Content-Length': '2' }),
        '{}',
      ),
    ],
    expected: { status: 200, data: {} },
  },
  {
    name: 'GET that gets two responses to one request reads the first response and',
    api: [
      raw(
        head(200, { 'Content-Type': 'application/json', 'Content-Length': '2' }),
        '{}',
        head(200, { 'Content-Length': '2' }),
        '[]',
      ),
    ],
    expected: { status: 200, data: {} },
  },
];
