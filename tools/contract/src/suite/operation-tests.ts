import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument } from 'tools-document/model';
import { documentedContent, isJsonType, type OperationEntry, uncallable } from 'tools-document/operations';
import {
  type CallRule,
  ContractFailure,
  type ContractTest,
  documentShows,
  FollowUp,
  includesStatus,
  judgeStatus,
  type Observe,
  rowsTitle,
} from './call-rules.ts';
import { acceptsBody, type DocumentedResponse, documentedResponses, responseFor } from './documented-responses.ts';
import type { Failures } from './failures.ts';
import { callOperation } from './operation-call.ts';
import { expectNoViolation } from './prism-violations.ts';
import type { ContractTarget, TargetSituation } from './target.ts';
import type { ClientResult, ErrorClass } from './tested-client.ts';

interface TestedOperation {
  readonly document: OpenApiDocument;
  readonly entry: OperationEntry;
  readonly responses: readonly DocumentedResponse[];
  readonly ApiError: ErrorClass;
}

const isSuccess = ({ status }: TargetSituation) => status.startsWith('2');

/** Returns a test for each situation of an operation: failures first, because an item can be deleted only once. */
export function operationTests(
  document: OpenApiDocument,
  target: ContractTarget,
  entry: OperationEntry,
  ApiError: ErrorClass,
  failed: Failures,
): ContractTest[] {
  const uncalled = uncallable(document, entry);
  const responses = documentedResponses(document, entry);
  const operation = { document, entry, responses, ApiError };
  const situations = target.situations(entry, responses);
  const reasonOf = (situation: TargetSituation) => uncalled ?? hiddenResponse(situation) ?? situation.skipped;
  const possible = situations.filter((situation) => reasonOf(situation) === undefined);
  const testOf = (situation: TargetSituation): ContractTest => {
    const title = titleOf(situation, target.observe);
    return { group: entry.id, title, run: () => testSituation(operation, situation, target, failed) };
  };
  return [
    ...possible.filter((situation) => !isSuccess(situation)).map(testOf),
    ...possible.filter(isSuccess).map(testOf),
    ...situations.flatMap((situation) => {
      const reason = reasonOf(situation);
      const title = `${titleOf(situation, target.observe)}: skipped: ${reason}`;
      return reason === undefined ? [] : { group: entry.id, title };
    }),
  ];
}

/** Makes the call of a situation. Throws if the response is not the expected one. */
async function testSituation(
  operation: TestedOperation,
  situation: TargetSituation,
  { calls = [], observe }: ContractTarget,
  failed: Failures,
): Promise<void> {
  const { entry } = operation;
  const rule = ruleOf(entry, situation);
  const first = calls.length;
  const reasons: string[] = [];
  try {
    const result = await resultOf(entry, situation);
    const { status } = result.response;
    if (isSuccess(situation) && result.error !== undefined) reasons.push(result.error.message);
    if (situation.source === undefined && situation.response.documented !== situation.status)
      reasons.push(`the expected status is ${situation.status}`);
    judgeStatus(rule, status, observe);
    const fault = includesStatus(rule.passes, status) ? faultOf(operation, situation, result) : undefined;
    if (fault !== undefined) throw new ContractFailure(rule, `${status} came`, ` ${fault}`);
  } catch (error) {
    if (error instanceof FollowUp) throw error;
    const failure =
      error instanceof ContractFailure
        ? error
        : new ContractFailure(rule, `the call failed: ${(error as Error).message}`);
    // The call that failed can be a read that prepares the situation.
    const isShared = isSuccess(situation) || failure.call !== rule.call;
    throw failed.errorOf(failure, `${entry.id} ${titleOf(situation, observe)}`, calls.slice(first), isShared, reasons);
  }
}

/** Returns why `fetch` does not return a response with the status of a situation (Fetch standard, HTTP-network-or-cache fetch). */
function hiddenResponse({ status }: Pick<TargetSituation, 'status'>): string | undefined {
  if (status.startsWith('1')) return 'fetch returns no informational response';
  if (status === '407') return 'fetch returns a network error for 407';
  if (status === '421') return 'fetch repeats the request after 421';
  return undefined;
}

function ruleOf(
  entry: OperationEntry,
  { when, status, otherStatus = status, response, ...situation }: TargetSituation,
): CallRule {
  const { open = [], source = documentShows(entry, response.documented) } = situation;
  return { call: `${entry.method} ${entry.path}`, when, passes: [status, otherStatus], open, source };
}

/** Returns what is wrong with a response whose status is expected. The text contains no data of a tenant. */
function faultOf(
  { document, entry, responses, ApiError }: TestedOperation,
  { body }: TargetSituation,
  { data, error, response }: ClientResult,
): string | undefined {
  const { status, ok, headers } = response;
  const named = { status, method: entry.method, path: entry.path };
  const isApiError =
    error instanceof ApiError && Object.entries(named).every(([name, value]) => Object(error)[name] === value);
  const documented = responseFor(String(status), responses);
  const missing = documented?.headers.filter((name) => !headers.has(name)) ?? [];
  const isUnread = ok && staysUnread(document, entry, response);
  const actual = ok ? data : error?.body;
  const faults: readonly (readonly [isFound: boolean, fault: string])[] = [
    [ok ? error !== undefined : !isApiError || data !== undefined, 'and the client returned something else'],
    [missing.length > 0, `without ${missing.join(', ')}`],
    [ok && data instanceof Response !== isUnread, 'and the client must read exactly the bodies in JSON'],
    [isUnread && documented?.isJson === true, 'without the documented JSON, and the suite compares only JSON'],
    [!isUnread && !acceptsBody(responses, status, actual), 'with a body that violates the document'],
    [body !== undefined && !isDeepStrictEqual(actual, body), 'with another body than the example of the document'],
    [!ok && !isDeepStrictEqual(error?.rateLimit, rateLimitIn(headers)), 'and error.rateLimit has other values'],
  ];
  return faults.find(([isFound]) => isFound)?.[1];
}

/** Prepares a situation and calls the operation. A violation of the document that Prism reports fails the test. */
async function resultOf(operation: OperationEntry, situation: TargetSituation): Promise<ClientResult> {
  const { arrange, when, isRequestInvalid } = situation;
  if (arrange === undefined) throw new Error(`The target cannot arrange: ${when}`);
  const { client, init } = await arrange();
  const result = await callOperation(client, operation, init);
  expectNoViolation(result, isRequestInvalid);
  return result;
}

/** Returns whether the client must leave the body of a success unread, because the documented content is not JSON. */
function staysUnread(document: OpenApiDocument, { operation }: OperationEntry, { status, headers }: Response): boolean {
  const content = documentedContent(document, operation);
  const type = headers.get('Content-Type') ?? '';
  if (status === 204) return false;
  return content === 'mixed' ? type !== '' && !isJsonType(type) : content === 'other';
}

const RATE_LIMIT_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
};

/** Returns the expected value of `error.rateLimit` from the header fields; `undefined` if none of them is a number. */
function rateLimitIn(headers: Headers): Readonly<Record<string, number>> | undefined {
  const sent = Object.entries(RATE_LIMIT_HEADERS).filter(([, name]) => /^\d{1,15}$/.test(headers.get(name) ?? ''));
  return sent.length === 0
    ? undefined
    : Object.fromEntries(sent.map(([key, name]) => [key, Number(headers.get(name))]));
}

/** Returns the title of a test, such as "returns 404 (documented as default) for an unknown id". */
function titleOf(
  { status, otherStatus, open = [], response, when }: TargetSituation,
  observe: Observe | undefined,
): string {
  const { documented } = response;
  const statuses = otherStatus === undefined ? status : `${status} or ${otherStatus}`;
  const exact = documented === status ? '' : ` (documented as ${documented})`;
  return `returns ${statuses}${exact}${rowsTitle(open, observe)} for ${when}`;
}
