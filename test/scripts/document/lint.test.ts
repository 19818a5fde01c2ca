import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pointerTo } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { type Document, isSeq, parse, parseDocument, type Scalar, stringify } from 'yaml';
import { copyProject } from '../../support/project-copy.ts';
import { NO_URLS, URLS } from '../../support/url-values.ts';

const DOCUMENT = 'openapi/management.yaml';
const get = ['paths', '/token-exchange-profiles/{id}', 'get'];
const remove = ['paths', '/token-exchange-profiles/{id}', 'delete'];
const success = [...get, 'responses', '200'];
const exampleProfile = [...success, 'content', 'application/json', 'examples', 'partnerTokens', 'value'];
const flow = ['components', 'securitySchemes', 'oAuth2ClientCredentials', 'flows', 'clientCredentials'];
const profile = ['components', 'schemas', 'TokenExchangeProfile'];
const properties = [...profile, 'properties'];

/** A field that passes lint. */
const field = { type: 'string', description: 'Inner.', examples: ['a'] };

/** A schema that allows other fields, so that the rules of Redocly's preset accept a misspelt field in its examples. */
const open = { type: 'object', additionalProperties: true };

interface Case {
  readonly rule: string;
  /** Description of the problem after the edit. */
  readonly broken: string;
  edit(document: Document): void;
  /** Text that the rule's message must contain. */
  readonly message: string;
  /** The part of the document that the message points to. */
  readonly place: readonly string[];
}

const cases: readonly Case[] = [
  {
    rule: 'operation-tag-defined',
    broken: 'an operation with an unknown tag',
    edit: (document) => document.setIn([...get, 'tags', 0], 'Profiles'),
    message: 'Operation tags should be defined in global tags.',
    place: [...get, 'tags', '0'],
  },
  {
    rule: 'tenant-management/lifecycle-named',
    broken: 'an operation without a lifecycle',
    edit: (document) => document.deleteIn([...get, 'x-release-lifecycle']),
    message: 'Give the operation an x-release-lifecycle, or list "release lifecycle" in its x-not-shown.',
    place: get,
  },
  {
    rule: 'tenant-management/lifecycle-named',
    broken: 'an operation with neither a lifecycle nor "release lifecycle" in its x-not-shown',
    edit: (document) => unlist(document, [...remove, 'x-not-shown'], 'release lifecycle'),
    message: 'Give the operation an x-release-lifecycle, or list "release lifecycle" in its x-not-shown.',
    place: remove,
  },
  {
    rule: 'tenant-management/lifecycle-known',
    broken: 'an unknown lifecycle',
    edit: (document) => document.setIn([...get, 'x-release-lifecycle'], 'Alpha'),
    message: '"Alpha" is not in info.x-release-lifecycles; write one of: Early Access, Generally Available, Beta,',
    place: [...get, 'x-release-lifecycle'],
  },
  {
    rule: 'tenant-management/lifecycle-known',
    broken: 'a lifecycle that was removed from info.x-release-lifecycles',
    edit: (document) => unlist(document, ['info', 'x-release-lifecycles'], 'Early Access'),
    message: '"Early Access" is not in info.x-release-lifecycles',
    place: [...get, 'x-release-lifecycle'],
  },
  {
    rule: 'tenant-management/lifecycle-deprecated',
    broken: 'an operation with the lifecycle Deprecated and without deprecated: true',
    edit: (document) => document.setIn([...get, 'x-release-lifecycle'], 'Deprecated'),
    message: 'Add "deprecated: true", because the x-release-lifecycle is Deprecated.',
    place: [...get, 'x-release-lifecycle'],
  },
  {
    rule: 'tenant-management/lifecycle-deprecated',
    broken: 'an operation with the lifecycle Early Access and deprecated: true',
    edit: (document) => document.setIn([...get, 'deprecated'], true),
    message: 'Write Deprecated as the x-release-lifecycle, or remove deprecated: true.',
    place: [...get, 'deprecated'],
  },
  {
    rule: 'tenant-management/scopes-documented',
    broken: 'an operation whose security names no scope',
    edit: (document) => document.setIn([...get, 'security', 1, 'oAuth2ClientCredentials'], []),
    message: 'Name the required scopes in the operation\'s security, or list "required scopes" in its x-not-shown.',
    place: get,
  },
  {
    rule: 'tenant-management/scopes-documented',
    broken: 'an operation without security',
    edit: (document) => document.deleteIn([...get, 'security']),
    message: 'Name the required scopes in the operation\'s security, or list "required scopes" in its x-not-shown.',
    place: get,
  },
  {
    rule: 'tenant-management/scopes-documented',
    broken: 'an operation with neither scopes nor "required scopes" in its x-not-shown',
    edit: (document) => unlist(document, [...remove, 'x-not-shown'], 'required scopes'),
    message: 'Name the required scopes in the operation\'s security, or list "required scopes" in its x-not-shown.',
    place: remove,
  },
  ...['guardian_enrollments', 'list:guardian_enrollments', 'read:Guardian', 'read:guardian:enrollments'].map(
    (scope): Case => ({
      rule: 'tenant-management/scope-names',
      broken: `the scope ${scope}`,
      edit: (document) => document.setIn([...flow, 'scopes', scope], 'Misnamed.'),
      message: `Name the scope "${scope}" as <action>:<resource>, with create, read, update or delete as the action.`,
      place: [...flow, 'scopes', scope],
    }),
  ),
  {
    rule: 'tenant-management/failures-documented',
    broken: 'a default response without "failure statuses" in its x-not-shown',
    edit: (document) => {
      // Change the response of only one operation: the other operations keep the shared response.
      document.setIn([...remove, 'responses', 'default'], document.createNode({ description: 'Not deleted.' }));
    },
    message: 'Document a 4XX response, or a default response with "failure statuses" in its x-not-shown.',
    place: [...remove, 'responses'],
  },
  {
    rule: 'tenant-management/failures-documented',
    broken: 'an operation with neither a 4XX nor a default response',
    edit: (document) => document.deleteIn([...remove, 'responses', 'default']),
    message: 'Document a 4XX response, or a default response with "failure statuses" in its x-not-shown.',
    place: [...remove, 'responses'],
  },
  {
    rule: 'tenant-management/fields-described',
    broken: 'a field without a description',
    edit: (document) => document.deleteIn([...properties, 'action_id', 'description']),
    message: 'Describe the field "',
    place: [...properties, 'action_id'],
  },
  {
    rule: 'tenant-management/fields-described',
    broken: 'a nested field without a description',
    edit: (document) =>
      addField(document, { type: 'object', properties: { inner: { ...field, description: undefined } } }),
    message: 'Describe the field "',
    place: [...properties, 'outer'],
  },
  {
    rule: 'tenant-management/fields-described',
    broken: 'a field of an array item without a description',
    edit: (document) =>
      addField(document, {
        type: 'array',
        examples: [[]],
        items: { type: 'object', properties: { inner: { ...field, description: undefined } } },
      }),
    message: 'Describe the field "',
    place: [...properties, 'outer'],
  },
  {
    rule: 'tenant-management/fields-described',
    broken: 'a field with an empty description',
    edit: (document) => document.setIn([...properties, 'action_id', 'description'], ''),
    message: 'Describe the field "action_id".',
    place: [...properties, 'action_id'],
  },
  {
    rule: 'tenant-management/fields-exemplified',
    broken: 'a field with an empty list of examples',
    edit: (document) => document.setIn([...properties, 'action_id', 'examples'], []),
    message: 'Give the field "action_id" an example, under examples.',
    place: [...properties, 'action_id'],
  },
  {
    rule: 'tenant-management/examples-declared',
    broken: 'a misspelt field in the example of a response',
    edit: (document) => document.setIn([...exampleProfile, 'nmae'], 'Partner tokens'),
    message: 'Declare the field "nmae" in the schema of this example, or correct the field name.',
    place: [...exampleProfile, 'nmae'],
  },
  {
    rule: 'tenant-management/examples-declared',
    broken: 'a misspelt field in the example of a schema',
    edit: (document) =>
      document.setIn([...profile, 'examples'], document.createNode([{ id: 'tep_1', tpye: 'custom_authentication' }])),
    message: 'Declare the field "tpye" in the schema of this example, or correct the field name.',
    place: [...profile, 'examples', '0', 'tpye'],
  },
  {
    rule: 'tenant-management/examples-declared',
    broken: 'a misspelt field in the example of a parameter',
    edit: (document) =>
      document.addIn(
        [...get, 'parameters'],
        document.createNode({
          name: 'filter',
          in: 'query',
          schema: { ...open, properties: { inner: field } },
          example: { iner: 'a' },
        }),
      ),
    message: 'Declare the field "iner" in the schema of this example, or correct the field name.',
    place: [...get, 'parameters', '1', 'example', 'iner'],
  },
  {
    rule: 'tenant-management/examples-declared',
    broken: 'a misspelt field in the example of a header field',
    edit: (document) =>
      document.setIn(
        [...success, 'headers'],
        document.createNode({
          'X-Trace': { schema: { ...open, properties: { inner: field } }, example: { iner: 'a' } },
        }),
      ),
    message: 'Declare the field "iner" in the schema of this example, or correct the field name.',
    place: [...success, 'headers', 'X-Trace', 'example', 'iner'],
  },
  {
    rule: 'tenant-management/not-shown-listed',
    broken: 'an empty x-not-shown',
    edit: (document) => document.setIn([...success, 'x-not-shown'], document.createNode([])),
    message: 'Write x-not-shown as a list of short texts.',
    place: [...success, 'x-not-shown'],
  },
  {
    rule: 'tenant-management/not-shown-listed',
    broken: 'an x-not-shown with an entry that is not a string',
    edit: (document) => document.setIn([...success, 'x-not-shown'], document.createNode([42])),
    message: 'Write x-not-shown as a list of short texts.',
    place: [...success, 'x-not-shown'],
  },
  {
    rule: 'tenant-management/not-shown-listed',
    broken: 'a string as x-not-shown',
    edit: (document) => document.setIn(['info', 'x-not-shown'], 'events'),
    message: 'Write x-not-shown as a list of short texts.',
    place: ['info', 'x-not-shown'],
  },
  {
    rule: 'tenant-management/fields-exemplified',
    broken: 'a field without an example',
    edit: (document) => document.deleteIn([...properties, 'action_id', 'examples']),
    message: 'Give the field "',
    place: [...properties, 'action_id'],
  },
  {
    rule: 'tenant-management/fields-exemplified',
    broken: 'a nested field without an example',
    edit: (document) =>
      addField(document, { type: 'object', properties: { inner: { ...field, examples: undefined } } }),
    message: 'Give the field "',
    place: [...properties, 'outer'],
  },
  ...NO_URLS.map(
    (url): Case => ({
      rule: 'no-invalid-schema-examples',
      broken: `${url} as an example of the format url`,
      edit: (document) => document.setIn([...properties, 'subject_token_type', 'examples', 0], url),
      message: 'must match format "uri"',
      place: [...properties, 'subject_token_type', 'examples', '0'],
    }),
  ),
];

/** Removes one entry from a list of strings. */
function unlist(document: Document, path: readonly string[], entry: string): void {
  const list = document.getIn(path);
  if (!isSeq<Scalar>(list)) throw new Error(`Expected a list at ${path.join('.')}.`);
  const index = list.items.findIndex(({ value }) => value === entry);
  if (index < 0) throw new Error(`"${entry}" is not listed at ${path.join('.')}.`);
  list.delete(index);
}

/** Adds a field to the schema of the profile. The field passes lint if `schema` breaks no rule. */
function addField(document: Document, schema: object): void {
  document.setIn([...properties, 'outer'], document.createNode({ description: 'Outer.', examples: [{}], ...schema }));
}

/** Writes a changed copy of the document. */
async function editDocument(root: string, edit: (document: Document) => void, to: string): Promise<void> {
  const document = parseDocument(await readFile(join(root, DOCUMENT), 'utf8'));
  edit(document);
  await writeFile(join(root, to), document.toString({ lineWidth: 0 }));
}

interface LintProblem {
  readonly rule: string;
  readonly message: string;
  readonly pointer: string;
}

/** Reads the problems of a document from the output of the linter. */
function problemsIn(output: string, file = DOCUMENT, severity = 'Error'): LintProblem[] {
  const problem =
    /^\[\d+\] (?<file>\S+):\d+:\d+ at (?<pointer>.*)\n\n(?<message>[\s\S]*?)\n\n[\s\S]*?\n(?<severity>Error|Warning) was generated by the (?<rule>\S+) rule\.$/gm;
  const found = [...output.matchAll(problem)].filter(
    ({ groups }) => groups?.['file'] === file && groups['severity'] === severity,
  );
  return found.map(({ groups }) => ({
    rule: groups?.['rule'] ?? '',
    message: groups?.['message'] ?? '',
    pointer: groups?.['pointer'] ?? '',
  }));
}

const UNKNOWN_KEYWORDS = 'unknown keywords in schemas, such as nullable in OpenAPI 3.1';

/** Changes after which the document still passes lint. */
const accepted: readonly { readonly what: string; edit(document: Document): void }[] = [
  {
    what: 'an operation with the lifecycle Deprecated and deprecated: true',
    edit: (document) => {
      document.setIn([...get, 'x-release-lifecycle'], 'Deprecated');
      document.setIn([...get, 'deprecated'], true);
    },
  },
  {
    what: 'a deprecated operation whose lifecycle is listed as not shown',
    edit: (document) => document.setIn([...remove, 'deprecated'], true),
  },
  {
    what: UNKNOWN_KEYWORDS,
    edit: (document) => {
      document.setIn([...profile, 'nullable'], true);
      addField(document, { nullable: true, examples: ['a'] });
      document.setIn(
        [...properties, 'part'],
        document.createNode({ $ref: '#/components/schemas/Part', nullable: true }),
      );
      document.setIn(
        ['components', 'schemas', 'Part'],
        document.createNode({ ...field, nullable: true, 'max-length': 9 }),
      );
      document.setIn([...exampleProfile, 'part'], 'a');
    },
  },
  {
    what: 'URNs and the URIs of local hosts as examples of the format url',
    edit: (document) => {
      document.setIn([...properties, 'subject_token_type', 'examples'], URLS);
      document.setIn([...exampleProfile, 'subject_token_type'], URLS[0]);
    },
  },
];

/**
 * Documents with structural errors. If a rule threw an exception for such a document, the lint run would end and report
 * no problem of any document.
 */
const malformed: readonly Pick<Case, 'rule' | 'broken' | 'edit'>[] = [
  { rule: 'struct', broken: 'without info', edit: (document) => document.delete('info') },
  { rule: 'struct', broken: 'with a flow without scopes', edit: (document) => document.deleteIn([...flow, 'scopes']) },
  {
    rule: 'struct',
    broken: 'with a security requirement without a list of scopes',
    edit: (document) => document.setIn([...get, 'security', 1, 'oAuth2ClientCredentials'], null),
  },
  {
    rule: 'struct',
    broken: 'of OpenAPI 3.0 with an unknown keyword in a schema',
    edit: (document) => {
      document.set('openapi', '3.0.3');
      document.setIn([...profile, 'max-length'], 9);
    },
  },
  {
    // OpenAPI 3.1 allows an operation without responses.
    rule: 'tenant-management/failures-documented',
    broken: 'with an operation without responses',
    edit: (document) => document.deleteIn([...remove, 'responses']),
  },
  {
    rule: 'no-unresolved-refs',
    broken: 'with a reference to a component that does not exist',
    edit: (document) =>
      document.setIn(
        [...remove, 'responses', 'default'],
        document.createNode({ $ref: '#/components/responses/Missing' }),
      ),
  },
];

/** Lints the unchanged document and all changed documents, each as an entry of `redocly.yaml` with the same rules. */
async function lintAll(): Promise<string> {
  const project = await copyProject();
  try {
    const config: { apis: { management: object } } = parse(await readFile(join(project.root, 'redocly.yaml'), 'utf8'));
    const apis: Record<string, object> = { management: config.apis.management };
    for (const [index, { edit }] of [...cases, ...malformed, ...accepted].entries()) {
      const root = fileOfCase(index);
      apis[`case-${index}`] = { ...config.apis.management, root };
      await editDocument(project.root, edit, root);
    }
    await writeFile(join(project.root, 'redocly.yaml'), stringify({ ...config, apis }));
    const cli = 'node_modules/@redocly/cli/bin/cli.js';
    const { output } = await project.run(cli, 'lint', '--max-problems=1000', ...Object.keys(apis));
    return output;
  } finally {
    await project.remove();
  }
}

/** Path of the changed document of a case, from the root of the copy. */
const fileOfCase = (index: number): string => `openapi/case-${index}.yaml`;

describe('the lint rules', () => {
  // The tests share one lint run, because Redocly takes a second to start.
  const linted = lintAll();

  test('find no problem in the unchanged document', async () => {
    const output = await linted;
    expect(output).toContain(`${DOCUMENT}: validated`);
    expect(problemsIn(output), output).toEqual([]);
  });

  test.for(cases.map((row, index) => ({ ...row, index })))(
    '$rule rejects $broken',
    async ({ rule, message, place, index }) => {
      const output = await linted;
      expect(problemsIn(output, fileOfCase(index)), output).toEqual([
        { rule, message: expect.stringContaining(message), pointer: expect.stringContaining(pointerTo(place)) },
      ]);
    },
  );

  test.for(malformed.map((row, index) => ({ ...row, index: cases.length + index })))(
    '$rule rejects a document $broken',
    async ({ rule, index }) => {
      const output = await linted;
      expect(problemsIn(output, fileOfCase(index)), output).toContainEqual(expect.objectContaining({ rule }));
    },
  );

  test.for(accepted.map((row, index) => ({ ...row, index: cases.length + malformed.length + index })))(
    'find no problem in a document with $what',
    async ({ index }) => {
      const output = await linted;
      expect(output).toContain(`${fileOfCase(index)}: validated`);
      expect(problemsIn(output, fileOfCase(index)), output).toEqual([]);
    },
  );

  test('tenant-management/unknown-keywords warns of each unknown keyword of a schema', async () => {
    const index = accepted.findIndex(({ what }) => what === UNKNOWN_KEYWORDS);
    const output = await linted;
    const warnings = problemsIn(output, fileOfCase(cases.length + malformed.length + index), 'Warning');
    const schemas = '#/components/schemas';
    expect(warnings.map(({ pointer }) => pointer.trim()).sort()).toEqual([
      `${schemas}/Part/max-length`,
      `${schemas}/Part/nullable`,
      `${schemas}/TokenExchangeProfile/nullable`,
      `${schemas}/TokenExchangeProfile/properties/outer/nullable`,
      `${schemas}/TokenExchangeProfile/properties/part/nullable`,
    ]);
    expect(warnings[0]).toMatchObject({
      rule: 'tenant-management/unknown-keywords',
      message: expect.stringContaining('so tools ignore it: correct or remove the keyword.'),
    });
  });
});
