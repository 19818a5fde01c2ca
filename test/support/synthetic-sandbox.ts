import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sandbox, SandboxOptions } from 'tenant-management-sandbox';
import { parseBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { projectRoot } from 'tools-document/read';
import { onTestFinished } from 'vitest';
import { buildPackage } from '../../packages/sandbox/derive/package.ts';

/** Folder of the built files. It must be in the project, so that the files can import packages. */
const CACHE = join(projectRoot, 'node_modules/.cache');

/** A sandbox whose document, resources and aliases are not those of the project. */
interface SyntheticSandbox
  extends Pick<
    Sandbox,
    'baseUrl' | 'tokenUrl' | 'credentials' | 'notSimulated' | 'requests' | 'issueToken' | 'fail' | 'reset'
  > {
  readonly resources: Readonly<Record<string, Map<string, unknown>>>;
  close(): Promise<void>;
}

/** The options of `startSandbox` for another document. */
export interface SyntheticOptions extends Pick<SandboxOptions, 'clients' | 'clock' | 'assume'> {
  readonly resources?: Readonly<Record<string, unknown>>;
  readonly [alias: string]: unknown;
}

/** A package that was built from a synthetic document. */
export interface SyntheticPackage {
  /** Starts a sandbox without a rate limit. The sandbox is closed at the end of the test. */
  start(options?: SyntheticOptions): Promise<SyntheticSandbox>;
  remove(): Promise<void>;
}

/** Builds the package of the sandbox from a document without references. */
export async function buildSynthetic(document: object, behaviorSource = ''): Promise<SyntheticPackage> {
  const parsed = document as OpenApiDocument;
  const behavior = await parseBehavior('b.yaml', behaviorSource, parsed);
  await mkdir(CACHE, { recursive: true });
  const outdir = await mkdtemp(join(CACHE, 'synthetic-sandbox-'));
  await buildPackage(parsed, behavior, outdir);
  const { startSandbox } = await import(pathToFileURL(join(outdir, 'index.js')).href);
  return {
    start: async (options = {}) => {
      const sandbox = await startSandbox({ rateLimit: false, ...options });
      onTestFinished(() => sandbox.close());
      return sandbox;
    },
    remove: () => rm(outdir, { recursive: true }),
  };
}

/** A response with its parsed body. The body is `undefined` if the response has no body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly type: string | null;
}

/** Calls a path of a sandbox. A string or a form is sent unchanged, and any other body is sent as JSON. */
export async function call(
  { baseUrl }: Pick<Sandbox, 'baseUrl'>,
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const isText = typeof body === 'string' || body instanceof URLSearchParams;
  const response = await fetch(baseUrl + path, {
    method,
    headers: isText || body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const type = response.headers.get('Content-Type');
  return {
    status: response.status,
    body: text === '' ? undefined : type?.includes('json') ? JSON.parse(text) : text,
    type,
  };
}
