import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fetch } from '../../src/index.js';
import type { TargetName } from '../../test/contract/target.ts';
import { projectRoot } from '../openapi/document.ts';
import { createRedactor, REDACTED } from './redact.ts';

/** Records the calls to the API, without tokens and secrets, as an HTTP archive (HAR 1.2). */
export interface Recorder {
  /** Makes a `fetch` that records, for one client: it also sees whether that client requests its tokens. */
  createFetch(): Fetch;
  /** Writes `contract-<target>.har`. */
  write(): Promise<void>;
}

/** Options of a recorder. */
export interface RecorderOptions {
  /** Secrets that are known before the first call; those of token requests and `Authorization` are added automatically. */
  readonly secrets?: readonly string[];
  /** Folder of the archive. @default the project's `reports` */
  readonly folder?: string;
}

const COOKIES = ['cookie', 'set-cookie'];

/** Members of token requests and token responses that are secret (RFC 6749, RFC 7521, OpenID Connect). */
const SECRET_MEMBERS = ['client_secret', 'client_assertion', 'access_token', 'refresh_token', 'id_token'];

/** @param baseUrl Only requests below it are recorded: token requests are not. */
export function createRecorder(
  target: TargetName,
  baseUrl: string,
  { secrets = [], folder = join(projectRoot, 'reports') }: RecorderOptions = {},
): Recorder {
  const entries: object[] = [];
  const { add, redact } = createRedactor();
  for (const secret of secrets) add(secret);
  return {
    createFetch: () => {
      let requestsTokens = false;
      return async (request, init) => {
        const { method, url } = request;
        const text = await request.clone().text();
        for (const secret of authorizationSecrets(request.headers)) add(secret);
        if (!url.startsWith(`${baseUrl}/`)) {
          for (const secret of secretMembers(Object.fromEntries(new URLSearchParams(text)))) add(secret);
          const response = await fetch(request, init);
          for (const secret of secretMembers(
            await response
              .clone()
              .json()
              .catch(() => ({})),
          ))
            add(secret);
          requestsTokens ||= response.ok;
          return response.ok ? response : withoutSecrets(response, redact);
        }
        const postData = { mimeType: request.headers.get('Content-Type'), text };
        const record = (response: object) =>
          entries.push({
            startedDateTime: new Date().toISOString(),
            // Fields that HAR does not have begin with an underscore.
            _tokenSource: requestsTokens ? 'token endpoint' : 'caller',
            request: { method, url, headers: headerList(request.headers), ...(text === '' ? {} : { postData }) },
            response,
          });
        const { response, body } = await readResponse(request, init).catch((error: unknown) => {
          // Browsers write status 0 into a HAR if a request fails.
          record({ status: 0, headers: [], content: { mimeType: '', text: '' }, _error: reasonOf(error) });
          throw error;
        });
        const content = { mimeType: response.headers.get('Content-Type') ?? '', text: body };
        record({ status: response.status, headers: headerList(response.headers), content });
        return withoutSecrets(response, redact);
      };
    },
    write: async () => {
      await mkdir(folder, { recursive: true });
      const log = { version: '1.2', creator: { name: 'contract tests', version: '1' }, entries };
      // Only now is every secret known: a response can contain a token that a later call is the first to send.
      const redactTexts = (_name: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
      const archive = JSON.stringify({ log, _baseUrl: baseUrl }, redactTexts, 2);
      await writeFile(join(folder, `contract-${target}.har`), archive);
    },
  };
}

/** The token of an `Authorization`, or the client secret of a Basic one, which is form-encoded in it (RFC 6749, 2.3.1). */
function authorizationSecrets(headers: Headers): string[] {
  const [scheme = '', credentials = ''] = (headers.get('Authorization') ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return [credentials];
  const [, secret = ''] = Buffer.from(credentials, 'base64').toString().split(/:(.*)/s);
  return [credentials, secret, new URLSearchParams(`secret=${secret}`).get('secret') ?? ''];
}

function secretMembers(members: Readonly<Record<string, unknown>> | null): string[] {
  return SECRET_MEMBERS.map((name) => members?.[name]).filter((value) => typeof value === 'string');
}

async function readResponse(...[request, init]: Parameters<Fetch>): Promise<{ response: Response; body: string }> {
  const response = await fetch(request, init);
  return { response, body: await response.clone().text() };
}

/** A response without the secrets that are known so far, which a failing test would print. */
async function withoutSecrets(response: Response, redact: (text: string) => string): Promise<Response> {
  const original = [await response.clone().text(), response.statusText, ...[...response.headers].flat()];
  if (original.every((text) => redact(text) === text)) return response;
  const [body = '', statusText = ''] = original.map((text) => redact(text));
  const headers = new Headers();
  // A header field name cannot contain the angle brackets.
  for (const [name, value] of response.headers) headers.append(redact(name).replaceAll(/[<>]/g, ''), redact(value));
  return new Response(body === '' ? null : body, { status: response.status, statusText, headers });
}

/** Header fields as a HAR has them; of `Authorization`, only the scheme. */
function headerList(headers: Headers): { name: string; value: string }[] {
  return [...headers].map(([name, value]) => {
    if (COOKIES.includes(name)) return { name, value: REDACTED };
    return { name, value: name === 'authorization' ? `Bearer ${REDACTED}` : value };
  });
}

/** The reason of a failed `fetch` is its cause: the message of the error itself is always "fetch failed". */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  return reason instanceof Error ? reason.message : String(reason);
}
