import { type BundledValidator, formatProblem, problemOf } from 'tools-document/behavior';
import type { EffectiveOperation } from '../assumptions.js';
import { behavior, type ServedOperation } from '../document.js';
import type { Engine, OperationRules } from '../engine/call.js';
import { perform } from '../engine/engine.js';
import { readParameters, type SentParameters, unknownQueryParameter } from '../engine/parameters.js';
import { apiFailure, type SandboxResponse } from '../response.js';
import {
  includesStatus,
  withDocumentedBody,
  withDocumentedStatus,
  withRequiredFields,
} from '../response-conformance.js';
import type { AccessTokens } from '../token/access-token.js';
import type { Client } from '../token/oauth-client.js';
import { MAX_BODY_BYTES, readBody, type SentBody } from './request-body.js';
import type { Admission } from './request-handler.js';
import type { Bucket } from './token-bucket.js';

const { failures, rateLimitFields } = behavior.api;

/** A call of an operation that a client sent. */
export interface SentCall extends SentParameters, SentBody {
  readonly authorization: string | undefined;
}

/** The parts of a sandbox that serve the calls of the API. */
export interface ServedApi {
  readonly tokens: AccessTokens;
  readonly clients: ReadonlyMap<string, Client>;
  readonly bucket: Bucket;
  readonly engine: Engine;
  /** The scopes and the rules of each operation. */
  readonly effective: ReadonlyMap<ServedOperation, EffectiveOperation>;
}

/**
 * Checks the token of a call. Returns the response that rejects the token, or the function `respond`, which checks the
 * rate limit, the scopes, the parameters and the body, and performs the operation.
 */
export async function admitCall(api: ServedApi, operation: ServedOperation, call: SentCall): Promise<Admission> {
  const access = operation.needsToken ? await api.tokens.check(call.authorization) : undefined;
  if (access !== undefined && 'status' in access) return { response: asDocumented(operation, access) };
  const client = access && { clientId: access.clientId };
  if (api.clients.get(access?.clientId ?? '')?.global === false) {
    return { response: asDocumented(operation, apiFailure(failures.notGlobal)), ...client };
  }
  const respondAsDocumented = async () => asDocumented(operation, await respond(api, operation, access?.scopes, call));
  return { ...client, respond: async () => ({ response: await respondAsDocumented(), ...client }) };
}

/** Returns a response with the documented body of an error response, and with the required header fields. */
const asDocumented = (operation: ServedOperation, response: SandboxResponse): SandboxResponse =>
  withRequiredFields(operation, withDocumentedBody(operation, response));

/** @param granted The scopes of the token; `undefined` if the operation needs no token. */
async function respond(
  { bucket, effective, engine }: ServedApi,
  operation: ServedOperation,
  granted: readonly string[] | undefined,
  call: SentCall,
): Promise<SandboxResponse> {
  const { isAllowed, headers } = bucket.take();
  if (!isAllowed) return apiFailure(failures.tooManyRequests, {}, headers);
  const { scopes = [], rules } = effective.get(operation) ?? {};
  const response =
    granted !== undefined && !hasScopes(scopes, granted)
      ? apiFailure(failures.insufficientScope, scopeNames(scopes))
      : withDocumentedStatus(
          operation,
          await validateAndPerform(engine, operation, rules, call),
          rules?.missing.status,
        );
  return includesStatus(rateLimitFields.statuses, response.status)
    ? { ...response, headers: { ...response.headers, ...headers } }
    : response;
}

async function validateAndPerform(
  engine: Engine,
  operation: ServedOperation,
  rules: OperationRules | undefined,
  call: SentCall,
): Promise<SandboxResponse> {
  const { id, method, path: template, parameters } = operation;
  if (rules === undefined) return apiFailure(failures.notAssumed, { method, path: template });
  const name = unknownQueryParameter(parameters, call.query);
  if (name !== undefined) return apiFailure(failures.unknownQueryParameter, { name });
  // Import the validators only here, because the validators of a large document are most of the code of the package.
  const { validators } = await import('request-validators');
  const validate = validators[id] ?? {};
  const values = readParameters(parameters, call);
  const invalid =
    refusal(validate.query, values.query, 'invalidQuery') ??
    refusal(validate.path, values.path, 'invalidPath') ??
    refusal(validate.header, values.header, 'invalidHeader');
  if (invalid !== undefined) return invalid;
  const body = await readBody(operation, call);
  if ('problem' in body) return bodyFailure(operation, body.problem);
  const invalidBody = body.isParsed ? refusal(validate.body, body.value, 'invalidBody') : undefined;
  const sent = { body: body.value, path: call.path, query: values.query };
  return invalidBody ?? perform(engine, operation, rules, sent);
}

/** Returns the error response to a value that the schema does not accept; `undefined` for a valid value. */
function refusal(
  validate: BundledValidator | undefined,
  value: unknown,
  failure: 'invalidQuery' | 'invalidPath' | 'invalidHeader' | 'invalidBody',
): SandboxResponse | undefined {
  if (validate === undefined || validate(value)) return undefined;
  // ajv lists the errors of the alternatives of an `anyOf` first. The last error is about the value itself.
  const error = validate.errors?.at(-1);
  const root = failure === 'invalidBody' ? 'the body' : 'the request';
  return apiFailure(failures[failure], { reason: error === undefined ? root : formatProblem(root, problemOf(error)) });
}

function bodyFailure(
  { body }: ServedOperation,
  problem: 'contentType' | 'json' | 'missing' | 'tooLarge',
): SandboxResponse {
  if (problem === 'json') return apiFailure(failures.invalidJson);
  if (problem === 'tooLarge') return apiFailure(failures.bodyTooLarge, { bytes: MAX_BODY_BYTES });
  if (problem === 'missing') return apiFailure(failures.missingBody);
  return apiFailure(failures.contentType, { types: body?.mediaTypes.join(' or ') ?? '' });
}

/** Returns whether `granted` contains all scopes of at least one list. Returns `true` if `lists` is empty. */
const hasScopes = (lists: readonly (readonly string[])[], granted: readonly string[]): boolean =>
  lists.length === 0 || lists.some((list) => list.every((scope) => granted.includes(scope)));

/**
 * Joins the scopes of all lists into strings for a 403 response: `scopes` for its message, and `scope` for its
 * `WWW-Authenticate` header field (RFC 6750 section 3).
 */
function scopeNames(lists: readonly (readonly string[])[]): { scopes: string; scope: string } {
  const names = [...new Set(lists.flat())];
  return { scopes: names.join(','), scope: names.join(' ') };
}
