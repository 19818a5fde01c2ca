// Faults of the responses to requests that fail.
import { READ_ID } from './faulty-server.ts';
import { ALL_RESPONSES, answers, changing, type Fault, withStatus, withText, withType } from './server-fault.ts';

const HTML = '<!doctype html><title>Error</title>';
const UNKNOWN_ID = 'for an unknown id';
const UNKNOWN_QUERY = 'for an unknown query parameter';
const MISSING = answers('GET', 404);
const isQuery = (request: Request, response: Response) =>
  answers('GET', 400)(request, response) && new URL(request.url).search !== '';

const profile = { name: 'Partner tokens' };

/** Faults of the response to a read of an item that does not exist. */
const missingItems: readonly Fault[] = [
  { title: '200 for an unknown id', serve: withStatus(MISSING, 200), fails: UNKNOWN_ID },
  {
    title: '200 with another profile for an unknown id',
    serve: changing(MISSING, () => Response.json(profile)),
    fails: UNKNOWN_ID,
  },
  { title: '200 with null for an unknown id', serve: changing(MISSING, () => Response.json(null)), fails: UNKNOWN_ID },
  { title: '204 for an unknown id', serve: withStatus(MISSING, 204), fails: UNKNOWN_ID },
  { title: '400 for an unknown id', serve: withStatus(MISSING, 400), fails: UNKNOWN_ID },
  { title: '410 for an unknown id', serve: withStatus(MISSING, 410), fails: UNKNOWN_ID },
  { title: '500 for an unknown id', serve: withStatus(MISSING, 500), fails: UNKNOWN_ID },
  {
    title: 'a 404 response in HTML',
    serve: withText(MISSING, HTML, 'text/html'),
    fails: ALL_RESPONSES,
    after: [UNKNOWN_ID],
  },
  { title: 'a 404 response without a body', serve: withText(MISSING, ''), fails: ALL_RESPONSES, after: [UNKNOWN_ID] },
  {
    title: 'a 404 response that is not JSON',
    serve: withText(MISSING, 'Not found'),
    fails: ALL_RESPONSES,
    after: [UNKNOWN_ID],
  },
  {
    title: 'application/problem+json for a 404 response',
    serve: withType(MISSING, 'application/problem+json'),
    fails: ALL_RESPONSES,
    after: [UNKNOWN_ID],
  },
  {
    title: 'text/plain for a 404 response',
    serve: withType(MISSING, 'text/plain'),
    fails: ALL_RESPONSES,
    after: [UNKNOWN_ID],
  },
];

/** Faults of the response to an invalid query. */
const invalidQueries: readonly Fault[] = [
  {
    title: '200 with another profile for an unknown query parameter',
    serve: changing(isQuery, () => Response.json({ ...profile, id: `${READ_ID}2` })),
    fails: UNKNOWN_QUERY,
  },
  { title: '422 for an unknown query parameter', serve: withStatus(isQuery, 422), fails: UNKNOWN_QUERY },
  { title: '500 for an unknown query parameter', serve: withStatus(isQuery, 500), fails: UNKNOWN_QUERY },
  {
    title: 'a 400 response in XML',
    serve: withType(isQuery, 'application/xml'),
    fails: ALL_RESPONSES,
    after: [UNKNOWN_QUERY],
  },
];

export const failureFaults: readonly Fault[] = [...missingItems, ...invalidQueries];
