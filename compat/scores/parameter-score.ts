import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import type { OpenApiDocument, Parameter } from 'tenant-management-document';
import { isSentAs, type ParameterCall, unsupportedParameter } from './parameter-call.ts';

/** Path of the tests in `swagger-api/swagger-js`: a module for each place of a parameter. */
export const STYLE_TESTS = 'test/oas3/execute/style-explode';
const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** A request that swagger-js builds from a parameter and its value. */
interface ParameterCase extends ParameterCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The options with which the tests call `buildRequest`. */
interface BuildOptions {
  readonly spec: OpenApiDocument;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Sends the parameter of each test with the client, and compares the request with the request that the test expects. */
export async function scoreParameters(folder: string): Promise<(string | undefined)[]> {
  const cases = PLACES.flatMap((place) => casesIn(join(folder, STYLE_TESTS, `${place}.js`)));
  return Promise.all(
    cases.map(async (one) => ((await isSentAs(one, one.url, one.headers)) ? undefined : reasonOf(one))),
  );
}

/** Runs the tests of a module. Each test calls `buildRequest` once, with a document that has one parameter. */
function casesIn(file: string): ParameterCase[] {
  const { code } = transformSync(readFileSync(file, 'utf8'), { format: 'cjs' });
  const cases: ParameterCase[] = [];
  const run = (_title: string, body: () => void) => body();
  const expect = ({ spec, parameters }: BuildOptions) => ({
    toEqual: ({ url, headers }: ParameterCase) => {
      const [[path, item] = ['', {}]] = Object.entries(spec.paths);
      const [parameter] = item.get?.parameters ?? [];
      // The values of another context have other prototypes.
      if (parameter !== undefined)
        cases.push(structuredClone({ path, parameter, value: passedValue(parameters, parameter), url, headers }));
    },
  });
  const require = () => ({ buildRequest: (options: BuildOptions) => options });
  runInNewContext(code, { module: {}, require, describe: run, test: run, it: run, expect });
  return cases;
}

/** Some tests name a parameter together with its place. */
const passedValue = (parameters: Readonly<Record<string, unknown>>, { in: place, name }: Parameter): unknown =>
  parameters[name] ?? parameters[`${place}.${name}`];

/** Returns why the client sends another request. */
function reasonOf(one: ParameterCase): string {
  const { parameter, value } = one;
  const feature = unsupportedParameter(one);
  if (feature !== undefined) return feature;
  if (parameter.in === 'header' && String(value).startsWith(' '))
    return '`fetch` removes the space at the start of a header field.';
  if (takesMembers(parameter) && typeof value === 'string')
    return 'The test passes an array or an object as a JSON string, and the client sends this string.';
  if (JSON.stringify(value).includes('#'))
    return 'The test expects `#` in the query. The client percent-encodes it, because it would end the query.';
  if ('style' in parameter && parameter.style === 'label')
    return 'The test expects `.` between the parts, as in OpenAPI 3.0.3. The client writes `,`, as in 3.0.4, 3.1.1 and RFC 6570.';
  return 'The client sends another request: examine this case.';
}

/** Whether the schema of a parameter allows a list or an object, perhaps next to other types. */
const takesMembers = ({ schema }: Parameter): boolean => /"(array|object)"/.test(JSON.stringify(schema ?? {}));
