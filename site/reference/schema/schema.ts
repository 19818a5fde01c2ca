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

/** Returns the types that a schema lists, without `null`; `undefined` if the schema does not list types. */
export const typesOf = ({ type }: Schema): string[] | undefined =>
  type === undefined ? undefined : [type].flat().filter((name) => name !== 'null');

/** Returns the alternatives of a schema, in `oneOf` and `anyOf`, without `null`. */
export const choicesOf = ({ oneOf = [], anyOf = [] }: Schema): Schema[] =>
  [...oneOf, ...anyOf].filter(({ type }) => type !== 'null');

/** Whether a schema accepts `null` by its types, its values or one of its alternatives. */
export const allowsNull = ({ type, enum: values, oneOf = [], anyOf = [] }: Schema): boolean =>
  [type].flat().includes('null') ||
  values?.includes(null) === true ||
  [...oneOf, ...anyOf].some((one) => one.type === 'null');
