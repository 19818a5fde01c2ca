import { keysOf, memberOf, positionsOf } from 'tools-document/model';
import { didYouMean } from '../../common/closest-name.ts';

const EXAMPLE = 'Correct the example or the schema; a string such as 010 needs quotes.';

/** The remedies of Redocly's rules, whose messages only state the problem. */
export const REMEDIES: Readonly<Record<string, string>> = {
  struct: 'Correct the name, value or indentation, or add the missing field.',
  'no-ambiguous-paths': 'Change or remove one of the paths.',
  'no-duplicated-enum-values': 'Remove one of the values.',
  'no-duplicated-tag-names': 'Remove one of the tags.',
  'no-empty-servers': 'Add servers with the url of the API.',
  'no-enum-type-mismatch': 'Correct the value or the type; a string of digits needs quotes.',
  'no-identical-paths': 'Change or remove one of the paths.',
  'no-invalid-media-type-examples': EXAMPLE,
  'no-invalid-parameter-examples': EXAMPLE,
  'no-invalid-schema-examples': EXAMPLE,
  'no-required-schema-properties-undefined': 'Declare the field under properties, or remove it from required.',
  'no-schema-type-mismatch': 'Correct the type, or remove the keywords of other types.',
  'no-undefined-server-variable': 'Declare the variable under variables of the server.',
  'no-unresolved-refs': 'Correct the $ref, or add the component.',
  'no-unused-components': 'Refer to the component, or remove it.',
  'operation-description': 'Write what a caller needs to know.',
  'operation-operationId-unique': 'Choose another id.',
  'operation-operationId-url-safe': 'Use letters, digits, "-" and "_".',
  'operation-parameters-unique': 'Remove one of the parameters.',
  'operation-summary': 'Add a summary of a few words.',
  'operation-tag-defined': 'Correct the tag, or add it to the tags of the document.',
  'path-declaration-must-exist': 'Write a name between the braces.',
  'path-parameters-defined': 'Give the parameter the same name in the path and in parameters.',
  'security-defined': 'In security, name a scheme of components.securitySchemes.',
  'security-scopes-defined': 'Correct the scope, or declare it in the security scheme.',
  'spec-components-invalid-map-name': 'Use letters, digits, ".", "-" and "_".',
  'spec-ref-siblings': 'Remove the keywords next to the $ref.',
};

/** Returns a function that names what Redocly does not: the closest name, or the other place of an id. */
export const hintFor =
  (file: string, document: unknown) =>
  (ruleId: string, pointer = ''): string => {
    const keys = keysOf(pointer);
    const value = keys.reduce<unknown>(memberOf, document);
    if (ruleId === 'operation-tag-defined') {
      const tags = Object.values(objectsIn(document, 'tags')).map((tag) => String(memberOf(tag, 'name')));
      return didYouMean(String(value), tags);
    }
    if (ruleId === 'no-unresolved-refs') {
      const path = keysOf(String(memberOf(value, '$ref')));
      return didYouMean(path.at(-1) ?? '', Object.keys(Object(path.slice(0, -1).reduce<unknown>(memberOf, document))));
    }
    if (ruleId === 'security-defined' && pointer.includes('/security/'))
      return didYouMean(keys.at(-1) ?? '', Object.keys(objectsIn(memberOf(document, 'components'), 'securitySchemes')));
    if (ruleId !== 'operation-operationId-unique') return '';
    const first = Object.entries(objectsIn(document, 'paths'))
      .flatMap(([path, item]) => Object.keys(Object(item)).map((method) => ['paths', path, method, 'operationId']))
      .find((one) => one.reduce<unknown>(memberOf, document) === keys.at(-1));
    return first === undefined ? '' : `; line ${positionsOf(file)(first).line} has the same id.`;
  };

const objectsIn = (value: unknown, key: string): object => Object(memberOf(value, key));
