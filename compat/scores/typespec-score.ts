import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { isJsonType, type Parameter, projectRoot } from 'tenant-management-document';
import { isSentAs, type ParameterCall, send, unsupportedParameter } from './parameter-call.ts';

/** Path of the scenarios in `microsoft/typespec`: a module `mockapi.ts` for each group of scenarios. */
export const SCENARIOS = 'packages/http-specs/specs';
/** Folder of the bundled scenarios. It must be in the project, so that the bundle can import packages. */
const CACHE = join(projectRoot, 'node_modules/.cache');
const CONFIG = { baseUrl: 'http://127.0.0.1' };

interface MockBody {
  readonly contentType: string;
  readonly rawContent?: string | Buffer | { serialize(config: typeof CONFIG): string };
}
interface MockResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: MockBody;
}
/** A call of a scenario, and the response of its mock server. */
interface MockApi {
  readonly uri: string;
  readonly method: string;
  readonly request?: {
    readonly body?: MockBody;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, unknown>>;
  };
  readonly response: MockResponse;
  readonly handler?: (request: object) => MockResponse | Promise<MockResponse>;
}
/** The parts of the package `@typespec/spec-api` that this module uses. */
interface SpecApi {
  readonly MockRequest: new (request: object) => object;
  expandDyns<T>(value: T, config: typeof CONFIG, options?: { resolveMatchers: boolean }): T;
  matchValues(actual: unknown, expected: unknown): { readonly pass: boolean };
}
interface Scenarios {
  readonly specApi: SpecApi;
  readonly calls: readonly { readonly name: string; readonly api: MockApi }[];
}

/** Makes each call whose bodies are JSON with the client, and checks the request and the result. */
export async function scoreScenarios(folder: string): Promise<(string | undefined)[]> {
  const { specApi, calls } = await loadScenarios(folder);
  const json = calls.filter(({ api }) => [api.request?.body, api.response.body].every(isJson));
  return Promise.all(
    json.map(async ({ name, api }) => {
      const parameter = parameterOf(name, api);
      if (parameter === undefined) return callApi(api, specApi);
      const { query, headers } = api.request ?? {};
      if (await isSentAs(parameter, `${api.uri}?${formOf(query)}`, textsOf(headers))) return undefined;
      return unsupportedParameter(parameter) ?? 'The client sends another parameter: examine this case.';
    }),
  );
}

const isJson = (body: MockBody | undefined): boolean => body === undefined || isJsonType(body.contentType);

/** Bundles the scenarios with `@typespec/spec-api` of the checkout, and imports the bundle. */
async function loadScenarios(checkout: string): Promise<Scenarios> {
  const folder = join(checkout, SCENARIOS);
  const files = globSync('**/mockapi.ts', { cwd: folder }).toSorted();
  await mkdir(CACHE, { recursive: true });
  const temporary = await mkdtemp(join(CACHE, 'scores-'));
  try {
    const outfile = join(temporary, 'scenarios.mjs');
    const contents = [
      "export * as specApi from '@typespec/spec-api';",
      ...files.map((file, nth) => `export { Scenarios as s${nth} } from './${file}';`),
    ].join('\n');
    await build({
      stdin: { contents, resolveDir: folder },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['fast-xml-parser'],
      plugins: [sources(checkout)],
      logLevel: 'error',
    });
    const { specApi, ...modules } = await import(pathToFileURL(outfile).href);
    const calls = Object.values(modules as Record<string, Record<string, { apis: MockApi[] }>>).flatMap((module) =>
      Object.entries(module).flatMap(([name, { apis }]) => apis.map((api) => ({ name, api }))),
    );
    return { specApi, calls };
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** Resolves the packages of the checkout to their sources, because they are neither installed nor built. */
const sources = (checkout: string): Plugin => ({
  name: 'sources',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@typespec\/spec-api$/ }, () => ({ path: join(checkout, 'packages/spec-api/src/index.ts') }));
    onResolve({ filter: /^@typespec\/compiler$/ }, ({ path }) => ({ path, namespace: 'stub' }));
    onLoad({ filter: /./, namespace: 'stub' }, () => ({
      contents: "export { resolve as resolvePath } from 'node:path'",
    }));
    // The modules read images relative to their built files.
    onLoad({ filter: /http-specs.specs.*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path.replace(/(?<=http-specs.)specs/, 'dist/specs')).href),
      ),
    }));
  },
});

const STYLES: Readonly<Record<string, string>> = {
  SimpleExpansion: 'simple',
  LabelExpansion: 'label',
  MatrixExpansion: 'matrix',
  QueryExpansion: 'form',
  csv: 'form',
  multi: 'form',
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
};
const VALUES: Readonly<Record<string, unknown>> = {
  primitive: 'a',
  array: ['a', 'b'],
  record: { a: 1, b: 2 },
};

/**
 * Returns the parameter of a scenario that serializes a value. The name of the scenario states its style and type,
 * because the document of the scenario is not an OpenAPI document.
 */
function parameterOf(name: string, { uri, request = {} }: MockApi): ParameterCall | undefined {
  const [, place = '', expansion = '', explode, kind = ''] =
    /^Routes_(Path|Query)Parameters_(\w+Expansion)_(Standard|Explode)_(\w+)$/.exec(name) ?? [];
  if (expansion in STYLES && kind in VALUES) {
    const path = place === 'Path' ? uri.replace(/(?<=\/(primitive|array|record)).*/, '{param}') : uri;
    const style = { style: STYLES[expansion], explode: explode === 'Explode' };
    return { path, parameter: { name: 'param', in: placeOf(place), ...style }, value: VALUES[kind] };
  }
  const [, where = '', format = ''] = /^Parameters_CollectionFormat_(Query|Header)_(\w+)$/.exec(name) ?? [];
  const list = request.query?.['colors'] ?? request.headers?.['colors'];
  if (list === undefined) return undefined;
  const style = { style: where === 'Header' ? 'simple' : STYLES[format], explode: format === 'multi' };
  const value = [list].flat().flatMap((text) => String(text).split(/[, |]/));
  return { path: uri, parameter: { name: 'colors', in: placeOf(where), ...style }, value };
}

// The cast is safe: the names of the scenarios contain the names of the places.
const placeOf = (word: string): Parameter['in'] => word.toLowerCase() as Parameter['in'];

/** Makes a call of a scenario. Resolves with the difference from the expected request or result, if there is one. */
async function callApi(api: MockApi, specApi: SpecApi): Promise<string | undefined> {
  const { method, request = {} } = api;
  const { authorization = '', ...headers } = textsOf(specApi.expandDyns(request.headers ?? {}, CONFIG));
  const [, token] = /^Bearer (.*)/.exec(authorization) ?? [];
  const text = textOf(request.body);
  const contentType = request.body === undefined ? {} : { 'Content-Type': request.body.contentType };
  const init = {
    params: { query: specApi.expandDyns(request.query ?? {}, CONFIG) },
    headers: { ...headers, ...(authorization !== '' && token === undefined && { authorization }), ...contentType },
    ...(text !== undefined && { body: JSON.parse(text) }),
  };
  let mock = api.response;
  let difference: string | undefined;
  try {
    const respond = async (sent: Request) => {
      try {
        mock = await respondTo(sent, api, specApi);
      } catch (thrown) {
        // Some scenarios send a request that their server rejects.
        if (api.response.status < 400) difference = `The client sends another request: ${messageOf(thrown)}.`;
      }
      const headers = textsOf(specApi.expandDyns(mock.headers ?? {}, CONFIG));
      const type = mock.body === undefined ? {} : { 'Content-Type': mock.body.contentType };
      return new Response(textOf(mock.body), { status: mock.status, headers: { ...headers, ...type } });
    };
    const { data, error, response } = await send(method.toUpperCase(), pathOf(api), init, respond, token);
    if (difference !== undefined) return difference;
    if (response.status !== mock.status) return `The client returns ${response.status} instead of ${mock.status}.`;
    const expected = textOf(mock.body);
    const read = response.ok ? data : error?.body;
    return expected === undefined || isDeepStrictEqual(read, JSON.parse(expected))
      ? undefined
      : 'The client returns another body.';
  } catch (thrown) {
    return `The client rejects the call: ${messageOf(thrown)}.`;
  }
}

/**
 * Checks a request as the mock server of the scenario does, and resolves with its response.
 *
 * @throws Error If the request is different.
 */
async function respondTo(sent: Request, api: MockApi, specApi: SpecApi): Promise<MockResponse> {
  const url = new URL(sent.url);
  if (url.pathname !== pathOf(api)) throw new Error('the path');
  const text = await sent.text();
  const query = Object.fromEntries(
    [...url.searchParams.keys()].map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
  const headers = Object.fromEntries(sent.headers);
  const body = text === '' ? undefined : JSON.parse(text);
  if (api.handler !== undefined) {
    const express = { headers, query, params: {}, body, rawBody: text, protocol: 'http', get: () => '127.0.0.1' };
    return api.handler(new specApi.MockRequest(express));
  }
  const { request = {} } = api;
  const expanded = (values: object) => specApi.expandDyns(values, CONFIG, { resolveMatchers: false });
  const matches = (actual: object, expected: object) =>
    Object.entries(expanded(expected)).every(([name, value]) => {
      const wanted = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
      // The cast is safe: the keys of a plain object are strings.
      return specApi.matchValues((actual as Record<string, unknown>)[name], wanted).pass;
    });
  if (!matches(query, request.query ?? {})) throw new Error('the query');
  // The mock server does not check the media type.
  const lowerCase = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'content-type');
  if (!matches(headers, Object.fromEntries(lowerCase))) throw new Error('a header field');
  const expectedText = textOf(request.body);
  if (expectedText !== undefined && !isDeepStrictEqual(body, JSON.parse(expectedText))) throw new Error('the body');
  return api.response;
}

/** Returns the path of a call. The route of the mock server escapes colons. */
const pathOf = ({ uri }: MockApi): string => uri.replaceAll('\\:', ':');

/** Returns the text of a body; `undefined` without a body. */
function textOf(body: MockBody | undefined): string | undefined {
  const { rawContent } = body ?? {};
  return typeof rawContent === 'object' && !Buffer.isBuffer(rawContent)
    ? rawContent.serialize(CONFIG)
    : rawContent?.toString();
}

const textsOf = (values: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const formOf = (query: object = {}): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, `${item}`])),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
