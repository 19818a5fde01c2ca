import { formatProblem, problemOf, type Validate } from 'tools-document';
import { type Assumptions, effectiveOperation } from '../assumptions.js';
import { behavior, includesStatus } from '../bundled-behavior.js';
import { type SandboxOperation, sandboxOperations } from '../document-facts.js';
import type { createEngine } from '../engine/engine.js';
import { readParameters, type SentParameters, unknownQueryParameter } from '../engine/parameters.js';
import { readBody, type SentBody } from '../engine/read-body.js';
import { documentedFailure } from '../fault/documented-failure.js';
import type { AccessTokens } from '../token/access-token.js';
import type { Client } from '../token/oauth-client.js';
import { hasScopes, scopeNames } from '../token/scopes.js';
import { documentedStatus } from './documented-status.js';
import { MAX_BODY_BYTES } from './limited-text.js';
import type { Admission } from './request-handler.js';
import { withRequiredFields } from './required-fields.js';
import { apiFailure, type SandboxResponse, withStatus } from './response.js';
import type { Bucket } from './token-bucket.js';

const { failures, rateLimitFields } = behavior.api;

/** A call of an operation. */
export interface ApiCall extends SentParameters, SentBody {
  readonly authorization: string | undefined;
}

/** Options of `createApi`. */
export interface ApiOptions extends Assumptions {
  readonly tokens: AccessTokens;
  readonly clients: ReadonlyMap<string, Client>;
  readonly bucket: Bucket;
  readonly perform: ReturnType<typeof createEngine>;
}

/**
 * Creates the function that serves the calls of the API. The function checks the token. It returns the response that
 * rejects the token, or the function `respond`, which checks the rate limit, the scopes, the parameters and the body,
 * and performs the operation.
 */
export function createApi({ tokens, clients, bucket, perform, assume, assumeScopes }: ApiOptions) {
  const effective = new Map(
    sandboxOperations.map((operation) => [operation.id, effectiveOperation(operation, { assume, assumeScopes })]),
  );
  return async (operation: SandboxOperation, call: ApiCall): Promise<Admission> => {
    const access = operation.needsToken ? await tokens.check(call.authorization) : undefined;
    if (access !== undefined && 'status' in access) return { response: asDocumented(operation, access) };
    const client = access && { clientId: access.clientId };
    if (clients.get(access?.clientId ?? '')?.global === false) {
      return { response: asDocumented(operation, apiFailure(failures.notGlobal)), ...client };
    }
    const respondAsDocumented = async () => asDocumented(operation, await respond(operation, access?.scopes, call));
    return { ...client, respond: async () => ({ response: await respondAsDocumented(), ...client }) };
  };

  /** @param granted The scopes of the token; `undefined` if the operation needs no token. */
  async function respond(
    operation: SandboxOperation,
    granted: readonly string[] | undefined,
    call: ApiCall,
  ): Promise<SandboxResponse> {
    const { isAllowed, headers } = bucket.take();
    if (!isAllowed) return apiFailure(failures.tooManyRequests, {}, headers);
    const response =
      scopeFailure(operation, granted) ?? withDocumentedStatus(operation, await validateAndPerform(operation, call));
    return includesStatus(rateLimitFields.statuses, response.status)
      ? { ...response, headers: { ...response.headers, ...headers } }
      : response;
  }

  /** Replaces the status of a failure that the document does not show. A status of the behavior file stays. */
  function withDocumentedStatus(operation: SandboxOperation, response: SandboxResponse): SandboxResponse {
    const isMissing = response.status === effective.get(operation.id)?.behavior?.missing.status;
    return isMissing ? response : withStatus(response, documentedStatus(operation, response.status));
  }

  function scopeFailure({ id }: SandboxOperation, granted: readonly string[] | undefined): SandboxResponse | undefined {
    const lists = effective.get(id)?.scopes ?? [];
    if (granted === undefined || hasScopes(lists, granted)) return undefined;
    return apiFailure(failures.insufficientScope, scopeNames(lists));
  }

  async function validateAndPerform(operation: SandboxOperation, call: ApiCall): Promise<SandboxResponse> {
    const { id, method, path: template, parameters } = operation;
    const behavior = effective.get(id)?.behavior;
    if (behavior === undefined) return apiFailure(failures.notAssumed, { method, path: template });
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
    const invalidBody = body.isValidated ? refusal(validate.body, body.value, 'invalidBody') : undefined;
    return invalidBody ?? perform(operation, behavior, { body: body.value, path: call.path, query: values.query });
  }
}

/** Returns a response with the documented body of an error response, and with the required header fields. */
const asDocumented = (operation: SandboxOperation, response: SandboxResponse): SandboxResponse =>
  withRequiredFields(operation, documentedFailure(operation, response));

/** Returns the error response to a value that the schema does not accept; `undefined` for a valid value. */
function refusal(
  validate: Validate | undefined,
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
  { body }: SandboxOperation,
  problem: 'contentType' | 'json' | 'missing' | 'tooLarge',
): SandboxResponse {
  if (problem === 'json') return apiFailure(failures.invalidJson);
  if (problem === 'tooLarge') return apiFailure(failures.bodyTooLarge, { bytes: MAX_BODY_BYTES });
  if (problem === 'missing') return apiFailure(failures.missingBody);
  return apiFailure(failures.contentType, { types: body?.mediaTypes.join(' or ') ?? '' });
}
