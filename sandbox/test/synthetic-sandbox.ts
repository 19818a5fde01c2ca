import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sandbox, SandboxOptions } from 'tenant-management-sandbox';
import { onTestFinished } from 'vitest';
import { type OpenApiDocument, projectRoot } from '../../scripts/openapi/document.ts';
import { parseBehavior } from '../build/behavior.ts';
import { buildPackage } from '../build/package.ts';

/** The folder must be in the project, so that the built files find the packages that they import. */
const CACHE = join(projectRoot, 'node_modules/.cache');

/** The resources and options of another document than the document of the project. */
interface SyntheticSandbox
  extends Pick<Sandbox, 'baseUrl' | 'tokenUrl' | 'credentials' | 'notSimulated' | 'requests' | 'fail' | 'reset'> {
  readonly resources: Readonly<Record<string, Map<string, unknown>>>;
  close(): Promise<void>;
}

/** The options of `startSandbox` for another document. */
export interface SyntheticOptions extends Pick<SandboxOptions, 'clients' | 'clock' | 'assume' | 'assumeScopes'> {
  readonly resources?: Readonly<Record<string, unknown>>;
  readonly [alias: string]: unknown;
}

/** A package that was built from a synthetic document. */
export interface SyntheticPackage {
  /** Starts a sandbox without a rate limit that is closed at the end of the test. */
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

/** A response with its parsed body; `undefined` without a body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly type: string | null;
}

/** Calls a path of a sandbox; a body that is not a string or a form is sent as JSON. */
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
