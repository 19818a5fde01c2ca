// The lint rules of this project that assertions in redocly.yaml cannot express. Redocly calls each rule with nodes of
// the document. The rules expect the structure of OpenAPI 3.1: if it is wrong, lint-document.ts ignores their results.

import { hasMembers, memberOf, type OpenApiDocument, type OperationObject } from 'tools-document/model';
import { requiredScopes } from 'tools-document/operations';
import { checkedFormat, DATE_TIME, type ResolveNode, undeclaredFields } from 'tools-document/validation';
import type { RuleContext } from './rule-context.ts';

/** Subjects that `x-not-shown` can list. A node that lists a subject is exempt from the rule for that subject. */
const NOT_SHOWN = {
  lifecycle: 'release lifecycle',
  scopes: 'required scopes',
  failures: 'failure statuses',
  examples: 'examples',
} as const;

const SCOPE_NAME = /^(create|read|update|delete):[a-z_]+$/;

const listsAsNotShown = (node: { 'x-not-shown'?: string[] }, entry: string): boolean => {
  const notShown = node['x-not-shown'];
  return Array.isArray(notShown) && notShown.includes(entry);
};

/** Requires every operation to name its release lifecycle or to list it as not shown. */
export const lifecycleNamed = () => ({
  Operation(operation: OperationObject, { report, location }: RuleContext) {
    if (operation['x-release-lifecycle'] !== undefined || listsAsNotShown(operation, NOT_SHOWN.lifecycle)) return;
    report({
      message: `Give the operation an x-release-lifecycle, or list "${NOT_SHOWN.lifecycle}" in its x-not-shown.`,
      location: location.child('operationId'),
    });
  },
});

/** Requires every release lifecycle to be one of `info.x-release-lifecycles`. */
export const lifecycleKnown = () => {
  let known: readonly string[] = [];
  return {
    Root(root: OpenApiDocument) {
      known = [root.info['x-release-lifecycles'] ?? []].flat();
    },
    Operation(operation: OperationObject, { report, location }: RuleContext) {
      const lifecycle = operation['x-release-lifecycle'];
      if (lifecycle === undefined || known.includes(lifecycle)) return;
      report({
        message: `"${lifecycle}" is not in info.x-release-lifecycles; write one of: ${known.join(', ')}.`,
        location: location.child('x-release-lifecycle'),
      });
    },
  };
};

/** The release lifecycle of an operation that callers should no longer use. */
const DEPRECATED = 'Deprecated';

/** Requires the release lifecycle Deprecated and `deprecated: true` to agree. An operation may have no lifecycle. */
export const lifecycleDeprecated = () => ({
  Operation(
    { deprecated = false, 'x-release-lifecycle': lifecycle }: OperationObject,
    { report, location }: RuleContext,
  ) {
    if (lifecycle === undefined || deprecated === (lifecycle === DEPRECATED)) return;
    const message = deprecated
      ? `Write ${DEPRECATED} as the x-release-lifecycle, or remove deprecated: true.`
      : `Add "deprecated: true", because the x-release-lifecycle is ${DEPRECATED}.`;
    report({ message, location: location.child(deprecated ? 'deprecated' : 'x-release-lifecycle') });
  },
});

/** Requires every operation to document its scopes or to list them as not shown. */
export const scopesDocumented = () => {
  let root: OpenApiDocument;
  return {
    Root(document: OpenApiDocument) {
      root = document;
    },
    Operation(operation: OperationObject, { report, location }: RuleContext) {
      if (requiredScopes(root, operation) !== null || listsAsNotShown(operation, NOT_SHOWN.scopes)) return;
      report({
        message: `Name the required scopes in the operation's security, or list "${NOT_SHOWN.scopes}" in its x-not-shown.`,
        location: location.child('operationId'),
      });
    },
  };
};

/** Requires every declared scope to be named `<action>:<resource>`. */
export const scopeNames = () => ({
  SecurityScheme(
    scheme: { flows?: Record<string, { scopes: Record<string, string> }> },
    { report, location }: RuleContext,
  ) {
    for (const [name, flow] of Object.entries(scheme.flows ?? {})) {
      for (const scope of Object.keys(flow.scopes).filter((key) => !SCOPE_NAME.test(key))) {
        report({
          message: `Name the scope "${scope}" as <action>:<resource>, with create, read, update or delete as the action.`,
          location: location.child(['flows', name, 'scopes', scope]),
        });
      }
    }
  },
});

/** Requires every operation to document a 4XX response, or a `default` that lists the failure statuses as not shown. */
export const failuresDocumented = () => ({
  Operation(operation: OperationObject, { report, location, resolve }: RuleContext) {
    const responses = operation.responses ?? {};
    if (Object.keys(responses).some((status) => status.startsWith('4'))) return;
    const { default: place } = responses;
    const fallback = place && resolve(place).node;
    // Redocly's own rules report a reference without a target.
    if (place !== undefined && (fallback === undefined || listsAsNotShown(fallback, NOT_SHOWN.failures))) return;
    report({
      message: `Document a 4XX response, or a default response with "${NOT_SHOWN.failures}" in its x-not-shown.`,
      location: location.child('responses'),
    });
  },
});

/** The keywords of a field's schema that the rules read. */
interface SchemaField {
  description?: string;
  examples?: unknown[];
  'x-not-shown'?: string[];
}

/** Creates a rule for the fields of all objects. Keywords next to a `$ref` override those of the referenced schema. */
const fieldRule = (isMet: (field: SchemaField, owner: object) => boolean, message: (name: string) => string) => () => ({
  SchemaProperties(properties: Record<string, SchemaField>, { report, location, resolve, parent }: RuleContext) {
    for (const [name, property] of Object.entries(properties)) {
      const field = { ...resolve(property).node, ...property };
      if (!isMet(field, parent)) report({ message: message(name), location: location.child(name) });
    }
  },
});

/** Requires every field to have a description. */
export const fieldsDescribed = fieldRule(
  ({ description }) => Boolean(description),
  (name) => `Describe the field "${name}".`,
);

/**
 * Requires every field to have an example, unless the field or the schema with the field lists the examples as not shown.
 * Redocly's own rules check that the example satisfies its schema.
 */
export const fieldsExemplified = fieldRule(
  (field, owner) =>
    (Array.isArray(field.examples) && field.examples.length > 0) ||
    [field, owner].some((node) => listsAsNotShown(node, NOT_SHOWN.examples)),
  (name) =>
    `Give the field "${name}" an example, under examples, or list "${NOT_SHOWN.examples}" (plural) in its x-not-shown.`,
);

/** The keywords of a schema, parameter, header or media type that contain examples or the schema of the examples. */
interface Exemplified {
  schema?: object;
  example?: unknown;
  examples?: unknown;
}

/** Requires a schema to declare every field of its examples. An undeclared field may have a misspelt name. */
export const examplesDeclared = () => {
  const check = (node: Exemplified, schema: unknown, { report, location, resolve }: RuleContext) => {
    for (const [keys, value] of examplesOf(node, resolve)) {
      for (const path of undeclaredFields(value, schema, resolve)) {
        report({
          message: `Declare the field "${path.at(-1)}" in the schema of this example, or correct the field name.`,
          location: location.child([...keys, ...path]),
        });
      }
    }
  };
  const checkPart = (node: Exemplified, context: RuleContext) => check(node, node.schema, context);
  return {
    MediaType: checkPart,
    Parameter: checkPart,
    Header: checkPart,
    Schema: (node: Exemplified, context: RuleContext) => check(node, node, context),
  };
};

/** Returns the examples of a node with their keys. A schema has a list of examples; any other node has a mapping. */
function examplesOf({ example, examples }: Exemplified, resolve: ResolveNode): [keys: string[], value: unknown][] {
  const isList = Array.isArray(examples);
  const several = Object.entries(examples ?? {}).map(([name, entry]): [string[], unknown] =>
    isList ? [['examples', name], entry] : [['examples', name, 'value'], resolve(entry).node?.value],
  );
  return example === undefined ? several : [[['example'], example], ...several];
}

/**
 * Requires every example with the format `url` to be an absolute URI, and every `date-time` to be a time of RFC 3339.
 * Redocly's own rules check the examples later in the run; they would reject URNs and local hosts, and accept other
 * times, so the rule changes the schemas that they read.
 */
export const formatsStrict = () => ({
  Schema(schema: { format?: unknown; allOf?: readonly object[] }) {
    if (schema.format !== undefined) schema.format = checkedFormat(schema.format);
    if (schema.format === 'date-time') schema.allOf = [...(schema.allOf ?? []), { pattern: DATE_TIME.source }];
  },
});

/** Extensions that are lists of texts. */
const LISTS = ['x-not-shown', 'x-release-lifecycles'];

/** Requires the extensions that the tools read to have the right type, and at least one text. */
export const extensionsTyped = () => ({
  any: {
    enter(node: unknown, { report, location }: RuleContext) {
      for (const name of [...LISTS, 'x-form-parameters']) {
        const value = memberOf(node, name);
        const isList = LISTS.includes(name);
        const texts = hasMembers(value) && Array.isArray(value) === isList ? Object.values(value) : [];
        if (value === undefined || (texts.length > 0 && texts.every((text) => typeof text === 'string'))) continue;
        const form = isList ? 'a list of short texts' : 'an object whose values are texts';
        report({ message: `Write ${name} as ${form}.`, location: location.child(name) });
      }
    },
  },
});
