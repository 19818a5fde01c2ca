// Faults of the body, the content type and the status of a successful read.
import {
  ALL_RESPONSES,
  answers,
  changing,
  type Fault,
  READS,
  withBody,
  withStatus,
  withText,
  withType,
} from './server-fault.ts';

const READ = answers('GET', 200);
const HTML = '<!doctype html><title>Log in</title>';
const VALID = 'returns 200 for a valid bearer token';

/** Returns a server whose profile has other values in some fields. */
const fields = (title: string, values: object): Fault => ({
  title,
  serve: withBody(READ, (profile) => ({ ...profile, ...values })),
  fails: VALID,
});

/** Faults of the fields of a profile that violate its schema. */
const invalidFields: readonly Fault[] = [
  fields('the id of another item', { id: 'tep_Other00000000001' }),
  fields('an id that is a number', { id: 7 }),
  fields('an id that is null', { id: null }),
  fields('a name that is shorter than minLength', { name: 'ab' }),
  fields('a name that is longer than maxLength', { name: 'a'.repeat(51) }),
  fields('a name that is an object', { name: { en: 'Partner tokens' } }),
  fields('a name that is null', { name: null }),
  fields('a subject_token_type that is not a URL', { subject_token_type: 'partner token type' }),
  fields('a subject_token_type that is longer than maxLength', {
    subject_token_type: `https://partner.example.com/${'a'.repeat(100)}`,
  }),
  fields('an empty action_id', { action_id: '' }),
  fields('an action_id that is longer than maxLength', { action_id: 'a'.repeat(37) }),
  fields('an action_id that is a list', { action_id: ['4f1d2c9e'] }),
  fields('a type that the enum does not contain', { type: 'custom' }),
  fields('a type that is a boolean', { type: true }),
  fields('a created_at in seconds since the epoch', { created_at: 1_767_225_600 }),
  fields('a created_at without a time', { created_at: '2026-01-01' }),
  fields('an updated_at that is an impossible date', { updated_at: '2026-02-30T00:00:00.000Z' }),
];

/** Bodies that the schema allows, but that do not contain the id of the profile. */
const withoutId: readonly Fault[] = [
  { title: 'a missing id', serve: withBody(READ, ({ id: _, ...others }) => others), fails: VALID },
  { title: 'a misspelt id', serve: withBody(READ, ({ id, ...others }) => ({ ...others, Id: id })), fails: VALID },
  { title: 'a body inside another object', serve: withBody(READ, (profile) => ({ data: profile })), fails: VALID },
  { title: 'an empty object', serve: withBody(READ, () => ({})), fails: VALID },
];

/** Faults of the whole body. */
const wholeBodies: readonly Fault[] = [
  { title: 'a list instead of an object', serve: withBody(READ, (profile) => [profile]), fails: VALID },
  { title: 'the body null', serve: withBody(READ, () => null), fails: VALID },
  { title: 'a string that contains the JSON', serve: withBody(READ, JSON.stringify), fails: VALID },
  { title: 'an empty body', serve: withText(READ, ''), fails: VALID },
  { title: 'a body that is not JSON', serve: withText(READ, 'Partner tokens'), fails: VALID },
  { title: 'a truncated JSON body', serve: withText(READ, '{"id":"tep_'), fails: VALID },
  { title: 'a page in HTML', serve: withText(READ, HTML, 'text/html'), fails: VALID },
  {
    title: 'a body that is shorter than Content-Length',
    serve: changing(READ, ({ body, status }) => new Response(body, { status, headers: { 'Content-Length': '9999' } })),
    fails: VALID,
  },
  { title: 'a connection that is closed without a response', serve: changing(READ, Response.error), fails: VALID },
];

/** Faults of the content type of a success. */
const contentTypes: readonly Fault[] = [
  ['application/problem+json', 'application/problem+json'],
  ['text/plain', 'text/plain'],
  ['application/octet-stream', 'application/octet-stream'],
  ['a media type that cannot be parsed', 'json'],
].map(([title, type = '']) => ({
  title: `the content type ${title} for a profile`,
  serve: withType(READ, type),
  fails: ALL_RESPONSES,
  after: [READS],
}));

const withoutType: Fault = {
  title: 'no content type for a profile',
  serve: changing(READ, async (response) => new Response(await response.arrayBuffer())),
  fails: ALL_RESPONSES,
  after: [READS],
};

/** Faults of the status of a success. */
const statuses: readonly Fault[] = [201, 202, 203, 204, 206, 304, 404, 500, 501].map((status) => ({
  title: `the status ${status} for a profile that exists`,
  serve: status === 304 ? changing(READ, () => new Response(null, { status })) : withStatus(READ, status),
  fails: VALID,
}));

const redirect: Fault = {
  title: 'a redirect to a login page',
  serve: changing(READ, () => Response.redirect('https://acme.example.com/login')),
  fails: VALID,
};

/** Faults of a read that succeeds only once. */
const firstReadOnly: Fault = {
  title: 'a read that deletes the profile',
  serve: async (request, { send, sandbox }) => {
    const response = await send(request);
    if (READ(request, response)) sandbox.profiles.delete(new URL(request.url).pathname.split('/').at(-1) ?? '');
    return response;
  },
  fails: 'returns 200 for client credentials',
  after: [VALID],
};

export const bodyFaults: readonly Fault[] = [
  ...invalidFields,
  ...withoutId,
  ...wholeBodies,
  ...contentTypes,
  withoutType,
  ...statuses,
  redirect,
  firstReadOnly,
];
