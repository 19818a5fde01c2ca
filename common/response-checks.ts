/** An operation of the OpenAPI document, with the parts with which its responses are compared. */
export interface CheckedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** For a read by id: the path parameter with the id, and the field of the item that contains the id. */
  readonly item?: readonly [parameter: string, field: string];
  /** The bodies by status, range such as `4XX` or `default`, and then by media type. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, Partial<CheckedBody>>>>>;
  /** The header fields by the same keys, and then by name. A response without header fields is absent. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, CheckedHeader>>>>;
  readonly trees: readonly FieldTree[];
}

export interface CheckedBody {
  readonly validate: Validate;
  /** Index of the declared fields in `trees`. */
  readonly fields: number;
}

/** The checks of a header field. Without a validator, each value is allowed. */
export interface CheckedHeader {
  readonly required?: boolean;
  readonly validate?: Validate;
}

/** The fields that a schema declares. Each number is the index of another tree. */
export interface FieldTree {
  properties?: Readonly<Record<string, number>>;
  items?: number;
  /** The values of a map. */
  others?: number;
}

/** A validator that ajv compiled. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** An error that a validator reports. */
export interface ValidationError {
  /** JSON pointer of the invalid value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly missingProperty?: string };
}
