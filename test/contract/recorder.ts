import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/document.ts';
import type { Fetch } from '../../src/index.js';
import type { TargetName } from './target.ts';

/** Records what goes over the wire to the API, without tokens, as an HTTP archive (HAR 1.2). */
export interface Recorder {
  /**
   * A `fetch` that records.
   *
   * @param securityScheme Name of the scheme by which its client gets its token.
   */
  fetch(securityScheme: string): Fetch;
  /** Writes `reports/contract-<target>.har`. */
  write(): Promise<void>;
}

const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie'];

/** @param baseUrl Only what is sent below it is recorded: token requests and their secrets are not. */
export function createRecorder(target: TargetName, baseUrl: string): Recorder {
  const entries: object[] = [];
  return {
    fetch: (securityScheme) => async (request, init) => {
      if (!request.url.startsWith(`${baseUrl}/`)) return fetch(request, init);
      const { method, url } = request;
      const requestBody = await request.clone().text();
      const requestHeaders = headerList(request.headers);
      const response = await fetch(request, init);
      const text = await response.clone().text();
      entries.push({
        startedDateTime: new Date().toISOString(),
        // What a HAR has no field for begins with an underscore.
        _securityScheme: securityScheme,
        request: {
          method,
          url,
          headers: requestHeaders,
          ...(requestBody === ''
            ? {}
            : { postData: { mimeType: request.headers.get('Content-Type'), text: requestBody } }),
        },
        response: {
          status: response.status,
          headers: headerList(response.headers),
          content: { mimeType: response.headers.get('Content-Type') ?? '', text },
        },
      });
      return response;
    },
    write: async () => {
      const reports = join(projectRoot, 'reports');
      await mkdir(reports, { recursive: true });
      const log = { version: '1.2', creator: { name: 'contract tests', version: '1' }, entries };
      await writeFile(join(reports, `contract-${target}.har`), JSON.stringify({ log, _baseUrl: baseUrl }, null, 2));
    },
  };
}

/** Header fields as a HAR has them; of what authenticates, only the scheme. */
function headerList(headers: Headers): { name: string; value: string }[] {
  return [...headers].map(([name, value]) => ({
    name,
    value: SECRET_HEADERS.includes(name) ? `${value.split(' ', 1)} <redacted>` : value,
  }));
}
