import type { FaultCase, Seen } from './case.ts';
import type { Reply } from './fault-server.ts';
import { endlessHeaders, hangUp, head, json, raw, rawThenEnd, rawThenReset, reset, respond } from './replies.ts';

const networkFailure: Seen = { thrown: 'NetworkError' };
const profile = json(200, { id: 'tep_1' });
const profileSeen: Seen = { status: 200, data: { id: 'tep_1' } };

/** Each way in which there is no response. */
const FAULTS: readonly [string, Reply][] = [
  ['a reset before the header fields', reset],
  ['the end of the connection before the header fields', hangUp],
  ['a reset amid the header fields', rawThenReset('HTTP/1.1 200 OK\r\nContent-Ty')],
  [
    'the end of the connection amid the header fields',
    rawThenEnd('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'),
  ],
  ['header fields without end', endlessHeaders],
  ['what is no HTTP', rawThenEnd('220 mail.example.com ESMTP\r\n')],
  ['nothing but bytes', rawThenEnd(new Uint8Array(64))],
  [
    'two lengths that differ',
    rawThenEnd(head(200, { 'Content-Length': '2' }).replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\n'), '{}'),
  ],
  ['a negative length', rawThenEnd(head(200, { 'Content-Length': '-1' }), '{}')],
];

export const network: readonly FaultCase[] = [
  ...FAULTS.flatMap(([fault, reply]): FaultCase[] => [
    { name: `${fault}, three times of a GET`, api: [reply, reply, reply], seen: networkFailure },
    { name: `${fault}, once of a GET`, api: [reply, profile], seen: profileSeen },
    {
      name: `${fault}, once of a DELETE`,
      method: 'DELETE',
      api: [reply, respond(204)],
      seen: { status: 204, data: undefined },
    },
    {
      name: `${fault}, of a POST, which is not repeated`,
      method: 'POST',
      body: { name: 'thing' },
      api: [reply],
      seen: networkFailure,
    },
  ]),
  {
    name: 'an early hint before the response',
    api: [
      raw(
        'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
        head(200, { 'Content-Type': 'application/json', 'Content-Length': '4' }),
        'null',
      ),
    ],
    seen: { status: 200, data: null },
  },
  {
    name: 'two responses at once, of which the second is nobody’s',
    api: [
      raw(
        head(200, { 'Content-Type': 'application/json', 'Content-Length': '4' }),
        'null',
        head(200, { 'Content-Length': '2' }),
        '{}',
      ),
    ],
    seen: { status: 200, data: null },
  },
];
