import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/document.ts';
import type { Fetch } from '../../src/index.js';
import type { TargetName } from './target.ts';

/** Records what goes over the wire to the API, without tokens, as an HTTP archive (HAR 1.2). */
export interface Recorder {
  /** Makes a `fetch` that records, for one client: it also sees whether that client got its token by a grant. */
  createFetch(): Fetch;
  /** Writes `reports/contract-<target>.har`. */
  write(): Promise<void>;
}

/** Header fields of which nothing is recorded but that they were there. */
const REDACTED = '<redacted>';
const COOKIES = ['cookie', 'set-cookie'];

/** @param baseUrl Only what is sent below it is recorded: token requests and their secrets are not. */
export function createRecorder(target: TargetName, baseUrl: string): Recorder {
  const entries: object[] = [];
  return {
    createFetch: () => {
      let isGranted = false;
      return async (request, init) => {
        if (!request.url.startsWith(`${baseUrl}/`)) {
          const response = await fetch(request, init);
          isGranted ||= response.ok;
          return response;
        }
        const { method, url } = request;
        const postData = { mimeType: request.headers.get('Content-Type'), text: await request.clone().text() };
        const headers = headerList(request.headers);
        const response = await fetch(request, init);
        const mimeType = response.headers.get('Content-Type') ?? '';
        const entry = {
          startedDateTime: new Date().toISOString(),
          // What a HAR has no field for begins with an underscore.
          _tokenSource: isGranted ? 'token endpoint' : 'caller',
          request: { method, url, headers, ...(postData.text === '' ? {} : { postData }) },
          response: {
            status: response.status,
            headers: headerList(response.headers),
            content: { mimeType, text: await response.clone().text() },
          },
        };
        const token = request.headers.get('Authorization')?.split(' ')[1] ?? '';
        const recorded = JSON.stringify(entry);
        const isEchoed = token !== '' && recorded.includes(token);
        entries.push(isEchoed ? JSON.parse(recorded.replaceAll(token, REDACTED)) : entry);
        return isEchoed ? withoutEcho(response, token) : response;
      };
    },
    write: async () => {
      const reports = join(projectRoot, 'reports');
      await mkdir(reports, { recursive: true });
      const log = { version: '1.2', creator: { name: 'contract tests', version: '1' }, entries };
      await writeFile(join(reports, `contract-${target}.har`), JSON.stringify({ log, _baseUrl: baseUrl }, null, 2));
    },
  };
}

/** An answer without the token that it echoes, which a failing test would print. */
async function withoutEcho(response: Response, token: string): Promise<Response> {
  const text = (await response.text()).replaceAll(token, REDACTED);
  const headers = [...response.headers].map(([name, value]): [string, string] => [
    name,
    value.replaceAll(token, REDACTED),
  ]);
  return new Response(text === '' ? null : text, { status: response.status, statusText: response.statusText, headers });
}

/** Header fields as a HAR has them; of what authenticates, the scheme at the most. */
function headerList(headers: Headers): { name: string; value: string }[] {
  return [...headers].map(([name, value]) => {
    if (COOKIES.includes(name)) return { name, value: '<redacted>' };
    return { name, value: name === 'authorization' ? 'Bearer <redacted>' : value };
  });
}
