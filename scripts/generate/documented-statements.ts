import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument, OperationObject, Parameter } from 'tools-document/model';
import { listOperations, requiredScopes } from 'tools-document/operations';

const PAGES = ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'site/src/content/docs/*.md'];

const STATEMENT = /<!--while\s((?:(?!-->).)*)-->((?:(?!<!--\/?while).)*)<!--\/while-->/gs;
const CONDITION = /^(?:(?:(no|only)\s+)?([A-Z]+)\s+(\/\S*)|(\S+)\s+lacks\s+(\S.*))$/;
const FORMS = '"GET /path", "no GET /path", "only GET /path" or "<operation id, method, component, API> lacks <fact>"';
/** Markdown reads such a line as HTML. */
const HTML_LINE = /^[ >*\d.-]*<!--\/?while(?:(?!-->).)*-->(?!$)/m;

/** A part of the document, with the parameters and the scopes of an operation. */
interface Part extends Omit<Partial<OperationObject>, 'parameters'> {
  readonly parameters?: readonly Parameter[];
  readonly scopes?: unknown;
}

const hasStatus = (pattern: RegExp) => (part: Part) =>
  Object.keys(part.responses ?? {}).some((key) => pattern.test(key));

/** Whether a part shows a fact. `x-not-shown` decides about facts that are not in this list. */
const SHOWN: Readonly<Record<string, (part: Part) => boolean>> = {
  scopes: ({ scopes }) => scopes !== null,
  lifecycle: (part) => part['x-release-lifecycle'] !== undefined,
  'success-status': hasStatus(/^2\d\d$/),
  'failure-statuses': hasStatus(/^[45]\d\d$/),
  'query-parameters': ({ parameters = [] }) => parameters.some((parameter) => parameter.in === 'query'),
  'required-fields': (part) => JSON.stringify(part).includes('"required":["'),
  shape: (part) => Object.keys(part).some((key) => !/^(description|title|examples?|x-.*)$/.test(key)),
};

/**
 * Lists the statements of the pages in a folder that the document contradicts, as `<file>:<line>: "<text>" (<reason>)`.
 * A page marks a statement with the conditions under which it is true: `<!--while no GET /users, User lacks shape-->The
 * API cannot list users<!--/while-->`. `no GET /users` also excludes `GET /teams/{id}/users`. An operation or a component
 * that was renamed makes its conditions false; `no` and `only` therefore require that an operation below their path
 * exists. A fact is a key of {@link SHOWN}, or the first words of an item of `x-not-shown`.
 *
 * @throws Error If a mark is malformed.
 */
export function untrueStatements(folder: string, document: OpenApiDocument): string[] {
  const files = globSync(PAGES, { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const placeOf = (index: number) => `${file}:${text.slice(0, index).split('\n').length}:`;
    const reject = (index: number, rule: string): never => {
      throw new Error(`${placeOf(index)} ${rule}`);
    };
    const unpaired = text.replaceAll(STATEMENT, (statement) => ' '.repeat(statement.length)).search(/<!--\s*\/?while/i);
    if (unpaired !== -1) reject(unpaired, 'a mark must be "<!--while <condition>-->statement<!--/while-->".');
    const htmlLine = text.search(HTML_LINE);
    if (htmlLine !== -1) reject(htmlLine, 'a mark at the start of a line must have this line for itself.');
    return [...text.matchAll(STATEMENT)].flatMap(({ index, 0: marked, 1: conditions = '', 2: statement = '' }) => {
      const reasons = conditions.split(/,\s+/).flatMap((condition) => {
        const tokens = CONDITION.exec(condition) ?? reject(index, `the condition "${condition}" must be ${FORMS}.`);
        return whyFalse(document, tokens) ?? [];
      });
      const shown = statement.trim().replaceAll(/\s+/g, ' ');
      const place = placeOf(index + marked.indexOf(statement.trim()));
      return reasons.slice(0, 1).map((reason) => `${place} "${shown}" (${reason})`);
    });
  });
}

/** Returns why a condition is false; `undefined` if it is true. */
function whyFalse(document: OpenApiDocument, [, kind, method, path, subject = '', fact = '']: readonly string[]) {
  const operations = listOperations(document);
  if (path !== undefined) {
    const below = operations.filter((one) => `${one.path}/`.startsWith(`${path}/`));
    const same = operations.filter((one) => one.method === method);
    if (kind === undefined)
      return same.some((one) => one.path === path) ? undefined : `the document has no ${method} ${path}`;
    if (below.length === 0) return `the document has no operation below ${path}`;
    const end = path.slice(path.replace(/\/\{[^/]*\}$/, '').lastIndexOf('/'));
    const found =
      kind === 'no' ? same.find((one) => one.path.endsWith(end)) : below.find((one) => one.method !== method);
    return found && `the document has ${found.method} ${found.path}`;
  }
  const parts: readonly Part[] = [
    ...(subject === 'API' ? [document.info] : []),
    ...operations
      .filter((one) => one.id === subject || one.method === subject)
      .map((one) => ({ ...one.operation, ...one, scopes: requiredScopes(document, one.operation) })),
    ...Object.values(document.components ?? {}).flatMap((group: Record<string, object>) => group[subject] ?? []),
  ];
  if (parts.length === 0) return `the document has no ${subject}`;
  const isShown = SHOWN[fact] ?? ((part) => !part['x-not-shown']?.some((item) => item.startsWith(fact)));
  return parts.some(isShown) ? `the document shows ${fact} of ${subject}` : undefined;
}
