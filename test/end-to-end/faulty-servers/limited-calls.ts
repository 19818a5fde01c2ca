// Faults of the responses to calls above the rate limit.
import type { Serve } from './faulty-server.ts';
import { ALL_RESPONSES, type Fault, isTokenRequest, READS } from './server-fault.ts';

const HEADERS = {
  'X-RateLimit-Limit': '10',
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Reset': '1767225600',
  'Retry-After': '0',
};

const { 'X-RateLimit-Reset': _, ...OTHERS } = HEADERS;

/** Answers the first read with 429. */
function limitOnce(body: () => Response): Serve {
  let isLimited = false;
  return (request, { send }) => {
    if (isLimited || request.method !== 'GET' || isTokenRequest(request)) return send(request);
    isLimited = true;
    return body();
  };
}

const limited = (headers: object, body = '{"statusCode":429}', type = 'application/json'): Serve =>
  limitOnce(() => new Response(body, { status: 429, headers: { 'Content-Type': type, ...headers } }));

const FOUND = { fails: ALL_RESPONSES, after: [READS] };

export const rateLimitFaults: readonly Fault[] = [
  { title: '429 without its header fields', serve: limited({ 'Retry-After': '0' }), ...FOUND },
  {
    title: '429 without one of its header fields',
    serve: limited(OTHERS),
    ...FOUND,
  },
  { title: '429 in HTML', serve: limited(HEADERS, '<html>', 'text/html'), ...FOUND },
];

/** Answers the first read with a correct 429 response. */
export const limitingCorrectly: Serve = limited(HEADERS);
