import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { curlCommand } from 'tools-contract/curl-command';
import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { expect, test, vi } from 'vitest';
import { curlLines, tokenLine } from '../../packages/sandbox/src/command-output.ts';
import { curlSample, tokenSample } from '../../site/reference/operation/call-samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A text that would run a command if it were not quoted. */
const COMMAND = `'; touch RAN; "$(touch RAN)\`touch RAN\`" #`;

const document: OpenApiDocument = {
  info: { title: 'Things', version: '1' },
  servers: [{ url: `https://api.example.com/${COMMAND}` }],
  security: [{ oauth: [] }],
  paths: {
    [`/things${COMMAND.replaceAll('#', '')}`]: {
      post: {
        operationId: 'add',
        parameters: [{ in: 'header', name: 'X-Thing', required: true, example: COMMAND }],
        requestBody: { required: true, content: { 'application/json': { example: { name: COMMAND } } } },
      },
    },
  },
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: {
          clientCredentials: {
            tokenUrl: `https://auth.example.com/${COMMAND}`,
            scopes: {},
            'x-form-parameters': { note: COMMAND },
          },
        },
      },
    },
  },
};
const [operation] = listOperations(document);
const server = `http://127.0.0.1/${COMMAND}`;

// The build of the sandbox provides these facts.
vi.mock('../../packages/sandbox/src/document.ts', () => ({
  resources: {},
  servedOperations: [{ method: 'GET', path: `/things';touch RAN;'/{id}`, outerNames: [], needsToken: true }],
}));

test.for<[name: string, sample: string | undefined, value: string]>([
  ['curl in the reference', operation && curlSample(document, operation), JSON.stringify({ name: COMMAND })],
  ['the token in the reference', tokenSample(document), `note=${COMMAND}`],
  ['curl for the mock', curlCommand(document, server), `X-Thing: ${COMMAND}`],
  [
    'curl for the sandbox',
    curlLines({ baseUrl: server, resources: {} as never })[0],
    `${server}/things';touch RAN;'/id`,
  ],
  [
    'the token of the sandbox',
    tokenLine(server, { clientId: COMMAND, clientSecret: COMMAND }, COMMAND),
    `client_secret=${COMMAND}`,
  ],
])('the sample of %s passes values of the document to curl, and runs no command in them', ([, sample, value]) => {
  const cwd = temporaryFolder({});
  // `curl` is a function that prints its arguments to stderr, which the assignment to TOKEN does not read.
  const script = `curl() { printf '%s\\n' "$@" >&2; }\n{ ${sample}\n} 2>&1`;
  expect(execFileSync('sh', ['-c', script], { cwd, encoding: 'utf8' })).toContain(value);
  expect(readdirSync(cwd)).toEqual([]);
});
