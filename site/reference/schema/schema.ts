import { ownTypes, schemaIn, typesOf } from 'tools-document';

/** The keywords of a JSON schema that the reference shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly discriminator?: { readonly propertyName: string };
  readonly 'x-not-shown'?: readonly string[];
  readonly 'x-release-lifecycle'?: string;
}

/** A schema in a schema, such as the items of an array. `true` accepts every value, like a schema without keywords. */
export const subschema = (part: Schema | boolean | undefined): Schema | undefined =>
  part === true ? {} : part || undefined;

/** Returns the types that a schema names, without `null`; `undefined` if the schema names none. */
export const namedTypes = (schema: Schema): string[] | undefined =>
  ownTypes({ ...schema })?.filter((name) => name !== 'null');

/** Returns the alternatives of a schema, in `oneOf` and `anyOf`, without `null`. */
export const choicesOf = (document: object, { oneOf = [], anyOf = [] }: Schema): Schema[] =>
  [...oneOf, ...anyOf].filter((one) => typesOf(schemaIn(document, one))?.join() !== 'null');
