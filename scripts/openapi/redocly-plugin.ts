/**
 * The lint rules of this project that no assertion of `redocly.yaml` can say, and the decorator that makes visible on
 * the docs page what the source does not show. Redocly calls each with the nodes of the document as it walks them.
 */
import { type OpenApiDocument, type Operation, requiredScopes } from './document.ts';
import { operationTable, scopesInWords } from './operation-table.ts';
import { type Resolve, undeclaredFields } from './undeclared-fields.ts';

interface Context {
  readonly location: { child(name: string | readonly (string | number)[]): Location };
  report(problem: { message: string; location?: Location }): void;
  readonly resolve: Resolve;
}
type Location = { readonly pointer: string };

/** The words by which an operation's `x-not-shown` names what a rule would otherwise ask for. */
const NOT_SHOWN = { lifecycle: 'release lifecycle', scopes: 'required scopes', failures: 'failure statuses' } as const;

const SCOPE_NAME = /^(create|read|update|delete):[a-z_]+$/;

// The rules run beside the preset's on documents that are not yet sound, so that they expect nothing of their shape.
const listsAsNotShown = (node: { 'x-not-shown'?: string[] }, words: string): boolean => {
  const notShown = node['x-not-shown'];
  return Array.isArray(notShown) && notShown.includes(words);
};

/** Every operation names its release lifecycle or lists it as not shown. */
const lifecycleNamed = () => ({
  Operation(operation: Operation, { report, location }: Context) {
    if (operation['x-release-lifecycle'] !== undefined || listsAsNotShown(operation, NOT_SHOWN.lifecycle)) return;
    report({
      message: `Give the operation an x-release-lifecycle, or list "${NOT_SHOWN.lifecycle}" in its x-not-shown.`,
      location: location.child('operationId'),
    });
  },
});

/** A release lifecycle is one of `info.x-release-lifecycles`. */
const lifecycleKnown = () => {
  let known: readonly string[] = [];
  return {
    Root(root: OpenApiDocument) {
      known = root.info?.['x-release-lifecycles'] ?? [];
    },
    Operation(operation: Operation, { report, location }: Context) {
      const lifecycle = operation['x-release-lifecycle'];
      if (lifecycle === undefined || known.includes(lifecycle)) return;
      report({
        message: `"${lifecycle}" is not in info.x-release-lifecycles; write one of: ${known.join(', ')}.`,
        location: location.child('x-release-lifecycle'),
      });
    },
  };
};

/** Every operation documents its scopes or lists them as not shown. */
const scopesDocumented = () => {
  let root: OpenApiDocument;
  return {
    Root(document: OpenApiDocument) {
      root = document;
    },
    Operation(operation: Operation, { report, location }: Context) {
      if (requiredScopes(root, operation) !== null || listsAsNotShown(operation, NOT_SHOWN.scopes)) return;
      report({
        message: `Name the required scopes in the operation's security, or list "${NOT_SHOWN.scopes}" in its x-not-shown.`,
        location: location.child('operationId'),
      });
    },
  };
};

/** A declared scope is named `<action>:<resource>`. */
const scopeNames = () => ({
  SecurityScheme(
    scheme: { flows?: Record<string, { scopes: Record<string, string> }> },
    { report, location }: Context,
  ) {
    for (const [name, flow] of Object.entries(scheme.flows ?? {})) {
      for (const scope of Object.keys(flow?.scopes ?? {}).filter((key) => !SCOPE_NAME.test(key))) {
        report({
          message: `Name the scope "${scope}" as <action>:<resource>, with create, read, update or delete as the action.`,
          location: location.child(['flows', name, 'scopes', scope]),
        });
      }
    }
  },
});

/** Every operation documents a 4XX response, or a `default` that lists the failure statuses as not shown. */
const failuresDocumented = () => ({
  Operation(operation: Operation, { report, location, resolve }: Context) {
    const responses = operation.responses ?? {};
    if (Object.keys(responses).some((status) => status.startsWith('4'))) return;
    const fallback = responses['default'] && resolve(responses['default']).node;
    if (fallback !== undefined && listsAsNotShown(fallback, NOT_SHOWN.failures)) return;
    report({
      message: `Document a 4XX response, or a default response with "${NOT_SHOWN.failures}" in its x-not-shown.`,
      location: location.child('responses'),
    });
  },
});

/** What a rule for one field reads of its schema. */
interface Field {
  description?: string;
  examples?: unknown[];
}

/** A rule for every field of every object, however deep, also where it refers to a schema and says more beside it. */
const fieldRule = (isMet: (field: Field) => boolean, message: (name: string) => string) => () => ({
  SchemaProperties(properties: Record<string, Field>, { report, location, resolve }: Context) {
    for (const [name, property] of Object.entries(properties)) {
      const field = { ...resolve(property).node, ...property };
      if (!isMet(field)) report({ message: message(name), location: location.child(name) });
    }
  },
});

/** Every field has a description. */
const fieldsDescribed = fieldRule(
  ({ description }) => Boolean(description),
  (name) => `Describe the field "${name}".`,
);

/** Every field has an example; that it satisfies its schema is the preset's rule. */
const fieldsExemplified = fieldRule(
  ({ examples }) => Array.isArray(examples) && examples.length > 0,
  (name) => `Give the field "${name}" an example, under examples.`,
);

/** A schema, or a parameter, header or media type with a schema, and its examples. */
interface Exemplified {
  schema?: object;
  example?: unknown;
  examples?: unknown;
}

/** Requires every field of an example to be declared, even if the schema allows additional fields: it may be misspelt. */
const examplesDeclared = () => {
  const check = (node: Exemplified, schema: unknown, { report, location, resolve }: Context) => {
    for (const [place, value] of examplesOf(node, resolve)) {
      for (const path of undeclaredFields(value, schema, resolve)) {
        report({
          message: `Declare the field "${path.at(-1)}" in the schema of this example, or correct its name.`,
          location: location.child([...place, ...path]),
        });
      }
    }
  };
  const checkPart = (node: Exemplified, context: Context) => check(node, node.schema, context);
  return {
    MediaType: checkPart,
    Parameter: checkPart,
    Header: checkPart,
    Schema: (node: Exemplified, context: Context) => check(node, node, context),
  };
};

/** The examples of a node with their places: a list in a schema, a mapping elsewhere. */
function examplesOf({ example, examples }: Exemplified, resolve: Resolve): [place: string[], value: unknown][] {
  const isList = Array.isArray(examples);
  const several = Object.entries(examples ?? {}).map(([name, entry]): [string[], unknown] =>
    isList ? [['examples', name], entry] : [['examples', name, 'value'], resolve(entry).node?.value],
  );
  return example === undefined ? several : [[['example'], example], ...several];
}

/** `x-not-shown` is a list of short texts. */
const notShownListed = () => ({
  any: {
    enter(node: unknown, { report, location }: Context) {
      if (typeof node !== 'object' || node === null || !('x-not-shown' in node)) return;
      const notShown = node['x-not-shown'];
      if (Array.isArray(notShown) && notShown.length > 0 && notShown.every((text) => typeof text === 'string')) return;
      report({ message: 'Write x-not-shown as a list of short texts.', location: location.child('x-not-shown') });
    },
  },
});

interface Described {
  description?: string;
  'x-not-shown'?: string[];
}

/** Appends to the description of each node what the source does not show about it, so that the page says it. */
const showNotShown = () => {
  const describe = {
    leave(node: Described) {
      const notShown = node['x-not-shown'];
      if (notShown === undefined) return;
      const sentence = `**Not shown by the source:** ${notShown.join('; ')}.`;
      node.description = node.description === undefined ? sentence : `${node.description.trimEnd()}\n\n${sentence}`;
    },
  };
  return {
    Info: describe,
    Operation: describe,
    Parameter: describe,
    Response: describe,
    Header: describe,
    Schema: describe,
    SecurityScheme: describe,
  };
};

/** Token URL, form parameters and scopes of each client credentials flow, which the page shows in part and on demand. */
function grants({ components }: OpenApiDocument): string[] {
  return Object.values(components?.securitySchemes ?? {}).flatMap(({ flows }) => {
    const grant = flows?.clientCredentials;
    if (grant === undefined) return [];
    const parameters = Object.entries(grant['x-form-parameters'] ?? {}).map(
      ([name, value]) => `, \`${name}\` \`${value}\``,
    );
    const scopes = Object.keys(grant.scopes).map((scope) => `- \`${scope}\``);
    return [
      `**Client credentials:** token URL \`${grant.tokenUrl}\`${parameters.join('')}, scopes:`,
      scopes.join('\n'),
    ];
  });
}

/** Puts an overview at the head of the page, and the release lifecycle and the scopes of an operation at the head of its description. */
const showTerms = () => {
  let root: Pick<OpenApiDocument, 'security' | 'components'> = {};
  return {
    Root(document: OpenApiDocument) {
      root = document;
      const overview = [
        document.info.description ?? '',
        '**Operations**',
        operationTable(document),
        ...grants(document),
      ];
      document.info.description = overview.join('\n\n');
    },
    Operation(operation: Operation) {
      const terms = [
        `**Release lifecycle:** ${operation['x-release-lifecycle'] ?? 'not shown'}`,
        `**Required scopes:** ${scopesInWords(requiredScopes(root, operation))}`,
      ];
      operation.description = `${terms.join('  \n')}\n\n${operation.description ?? ''}`;
    },
  };
};

// Redocly loads a plugin by its default export.
export default function plugin() {
  return {
    id: 'tenant-management',
    rules: {
      oas3: {
        'lifecycle-named': lifecycleNamed,
        'lifecycle-known': lifecycleKnown,
        'scopes-documented': scopesDocumented,
        'scope-names': scopeNames,
        'failures-documented': failuresDocumented,
        'fields-described': fieldsDescribed,
        'fields-exemplified': fieldsExemplified,
        'examples-declared': examplesDeclared,
        'not-shown-listed': notShownListed,
      },
    },
    decorators: {
      oas3: { 'show-terms': showTerms, 'show-not-shown': showNotShown },
    },
  };
}
