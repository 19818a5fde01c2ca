import { join } from 'node:path';
import type { Fetch } from 'tenant-management-client';
import { type OpenApiDocument, projectRoot } from 'tenant-management-document';
import { failureReason } from './failure-reason.ts';
import { callsOf, type HarEntry, type HarHeader, type HarResponse, harFile, writeArchive } from './har.ts';
import { parseJson } from './parse-json.ts';
import { createRedactor, REDACTED } from './redact-archive.ts';
import { responseProblems } from './response-problems.ts';
import type { TargetName } from './target-arguments.ts';

/** Records the calls to the API as an HTTP archive without tokens and secrets. */
export interface Recorder {
  /** Creates a `fetch` for one client. The `fetch` records each call and the source of its token. */
  createFetch(): Fetch;
  /** Returns how the recorded responses of an operation violate the document. The texts contain no secrets. */
  problemsOf(document: OpenApiDocument, operationId: string): string[];
  /** Writes the archive of the target. */
  write(): Promise<void>;
}

/** Options of a recorder. */
export interface RecorderOptions {
  /**
   * Secrets that are known before the first call. The recorder itself finds the secrets in token requests,
   * token responses and `Authorization`.
   */
  readonly secrets?: readonly string[];
  /** Folder of the archive. @default the project's `reports` */
  readonly folder?: string;
}

const COOKIES = ['cookie', 'set-cookie'];

/** Members of token requests and token responses that are secret (RFC 6749, RFC 7521, OpenID Connect). */
const SECRET_MEMBERS = ['client_secret', 'client_assertion', 'access_token', 'refresh_token', 'id_token'];

/**
 * Creates a recorder for a target.
 *
 * @param baseUrl Only requests below this URL are recorded. Every other request must be a token request.
 */
export function createRecorder(
  target: TargetName,
  baseUrl: string,
  { secrets = [], folder = join(projectRoot, 'reports') }: RecorderOptions = {},
): Recorder {
  const entries: HarEntry[] = [];
  const { add, redact } = createRedactor();
  for (const secret of secrets) add(secret);

  /** Sends a token request and adds its secrets to the redactor. Removes the secrets from an error response. */
  async function sendTokenRequest(...[request, init]: Parameters<Fetch>): Promise<Response> {
    const text = await request.clone().text();
    for (const secret of secretMembers(Object.fromEntries(new URLSearchParams(text)))) add(secret);
    const response = await fetch(request, init);
    const body = response.clone().json();
    for (const secret of secretMembers(await body.catch(() => ({})))) add(secret);
    return response.ok ? response : withoutSecrets(response, redact);
  }

  /** Sends a call and records it. */
  async function sendCall(
    [request, init]: Parameters<Fetch>,
    tokenSource: HarEntry['_tokenSource'],
  ): Promise<Response> {
    const { method, url, headers } = request;
    const text = await request.clone().text();
    const postData = text === '' ? {} : { postData: { mimeType: headers.get('Content-Type'), text } };
    const record = (response: HarResponse) =>
      entries.push({
        startedDateTime: new Date().toISOString(),
        _tokenSource: tokenSource,
        request: { method, url, headers: headerList(headers), ...postData },
        response,
      });
    const { response, body } = await readResponse(request, init).catch((error: unknown) => {
      record({ status: 0, headers: [], content: { mimeType: '', text: '' }, _error: reasonOf(error) });
      throw error;
    });
    const content = { mimeType: response.headers.get('Content-Type') ?? '', text: body };
    record({ status: response.status, headers: headerList(response.headers), content });
    // The mock and the sandbox have no secret of a user, and their bodies must reach the tests unchanged.
    if (target !== 'live') return response;
    for (const secret of secretsIn(parseJson(body))) add(secret);
    return withoutSecrets(response, redact);
  }

  return {
    createFetch: () => {
      let requestsTokens = false;
      return async (request, init) => {
        for (const secret of authorizationSecrets(request.headers)) add(secret);
        if (request.url.startsWith(`${baseUrl}/`)) {
          return sendCall([request, init], requestsTokens ? 'token endpoint' : 'caller');
        }
        const response = await sendTokenRequest(request, init);
        requestsTokens ||= response.ok;
        return response;
      };
    },
    problemsOf: (document, operationId) => {
      const calls = callsOf(document, baseUrl, entries).filter(
        (call) => call.operation?.id === operationId && failureReason(call) === undefined,
      );
      const problems = calls.flatMap((call) =>
        responseProblems(document, call).map((problem) => redact(`${call.status}: ${problem}`)),
      );
      return [...new Set(problems)];
    },
    // Redact when the run ends and every secret is known: a response can contain a token that only a later call sends.
    write: () => writeArchive(harFile(target, folder), baseUrl, entries, redact),
  };
}

/** Returns the secrets in `Authorization`. For Basic, the client secret is form-encoded (RFC 6749 section 2.3.1). */
function authorizationSecrets(headers: Headers): string[] {
  const [scheme = '', credentials = ''] = (headers.get('Authorization') ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return [credentials];
  const [, secret = ''] = Buffer.from(credentials, 'base64').toString().split(/:(.*)/s);
  return [credentials, secret, new URLSearchParams(`secret=${secret}`).get('secret') ?? ''];
}

function secretMembers(members: Readonly<Record<string, unknown>> | null): string[] {
  return SECRET_MEMBERS.map((name) => members?.[name]).filter((value) => typeof value === 'string');
}

/** Returns the secret members at every depth of a JSON value. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...secretMembers(value as Readonly<Record<string, unknown>>), ...Object.values(value).flatMap(secretsIn)];
}

async function readResponse(...[request, init]: Parameters<Fetch>): Promise<{ response: Response; body: string }> {
  const response = await fetch(request, init);
  return { response, body: await response.clone().text() };
}

/** Removes all secrets known at this time from a response. Otherwise, a failing test could print a secret. */
async function withoutSecrets(response: Response, redact: (text: string) => string): Promise<Response> {
  const original = [await response.clone().text(), response.statusText, ...[...response.headers].flat()];
  if (original.every((text) => redact(text) === text)) return response;
  const [body = '', statusText = ''] = original.map((text) => redact(text));
  const headers = new Headers();
  // Remove the angle brackets of REDACTED from names, because the name of a header field cannot contain them.
  for (const [name, value] of response.headers) headers.append(redact(name).replaceAll(/[<>]/g, ''), redact(value));
  return new Response(body === '' ? null : body, { status: response.status, statusText, headers });
}

/** Returns the header fields for the archive, without cookies and without the token in `Authorization`. */
function headerList(headers: Headers): HarHeader[] {
  return [...headers].map(([name, value]) => {
    if (COOKIES.includes(name)) return { name, value: REDACTED };
    return { name, value: name === 'authorization' ? `Bearer ${REDACTED}` : value };
  });
}

/** Returns the reason why `fetch` rejected: the message of `cause`. The error itself only says "fetch failed". */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  return reason instanceof Error ? reason.message : String(reason);
}
