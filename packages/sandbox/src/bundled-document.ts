import type { Statuses } from 'tools-document/behavior';
import type { Addresses, DerivedOperation, OperationAccess, PageParameters } from 'tools-document/operations';

/** A parameter in a request, in the default style of OpenAPI (3.1, 4.8.12.2). */
export interface BundledParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** JSON types that the value can have; empty if the document does not show a type. */
  readonly types: readonly string[];
  /** JSON types that the items of an array can have. */
  readonly itemTypes: readonly string[];
}

/** The fields of an item that a response shows. */
export interface ResponseFields {
  /** The only fields that the schema allows; absent if it allows any field. */
  readonly allowed?: readonly string[];
  /** Fields that the schema requires, with the values of the sample. */
  readonly required: Readonly<Record<string, unknown>>;
  /** The fields of nested objects, by the name of the field that contains the object or an array of such objects. */
  readonly nested?: Readonly<Record<string, ResponseFields>>;
}

/** The fields and the values of an object that only requests have: with `writeOnly`, or in no schema of a response. */
export interface WriteOnlyFields {
  readonly hidden: readonly string[];
  /** The only values of some fields; another value is shown as the first of these. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** The index of the write-only fields in the value of a field. At an absent index, nothing is hidden. */
  readonly nested: Readonly<Record<string, number>>;
}

/** Write-only fields by index, because schemas can contain themselves. Those of an item have the index 0. */
export type WriteOnlyByIndex = Readonly<Record<number, WriteOnlyFields>>;

/** A shape in which an operation can return a list, such as an array or an object with totals. */
export interface BundledList {
  /** The property with the items; absent if the list is an array. */
  readonly property?: string;
  /** The other properties, with sample values. The sandbox replaces values that describe the page, such as a total. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of the fields without which the schema does not accept a list. */
  readonly required: readonly string[];
  /** Names of the fields that can be `null`. */
  readonly nullable: readonly string[];
  /** Names of the fields that can be an empty string. */
  readonly emptiable: readonly string[];
  readonly responseFields: ResponseFields;
}

/** The content of a successful response. */
export interface BundledContent {
  readonly mediaType: string;
  readonly isJson: boolean;
  /** A valid JSON value, or a string for another media type. Absent if the build found no valid value. */
  readonly sample?: unknown;
  /** The fields that the response shows; absent if the operation does not return an item. */
  readonly responseFields?: ResponseFields;
}

/** The response if an item does not exist, as the behavior file describes it. */
export interface Missing {
  readonly status: number;
  readonly message?: string;
  readonly errorCode?: string;
}

/** The parts of an operation's behavior that only the behavior file describes. */
interface Assumed {
  readonly success?: { readonly status: number };
  readonly missing?: Missing;
  readonly scopes?: readonly string[];
  /** Fields whose values must be unique in the collection. */
  readonly unique?: readonly string[];
  /**
   * The items that a deletion also removes: the items of the resource `removes` in which `field` has the id of the
   * deleted item.
   */
  readonly effect?: { readonly removes: string; readonly field: string };
  readonly deprecation?: { readonly deprecatedAt?: string; readonly sunsetAt?: string; readonly link?: string };
}

/** A documented body of an error response that differs from the usual body of the sandbox. */
export interface BundledErrorBody {
  readonly mediaType: string;
  /** A valid body. */
  readonly body: unknown;
  /** The field of the body that contains the message. */
  readonly messageField?: string;
  /** Field of the body with the status code. */
  readonly statusField?: string;
}

/** An operation of the document, and how it reads or changes the state. */
export interface BundledOperation
  extends Pick<
      DerivedOperation,
      'id' | 'method' | 'path' | 'kind' | 'resource' | 'outerNames' | 'idParameter' | 'elementsProperty'
    >,
    OperationAccess {
  /**
   * The header fields that the document requires, with a valid value. The keys are statuses, ranges such as `4XX`, and
   * `default`. Absent if the document requires no header field.
   */
  readonly requiredFields?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly parameters: readonly BundledParameter[];
  readonly body?: {
    readonly required: boolean;
    readonly mediaTypes: readonly string[];
    /** JSON types of the fields of a form. */
    readonly fields: Readonly<Record<string, readonly string[]>>;
    /** Values of fields that a request omits. */
    readonly defaults: Readonly<Record<string, unknown>>;
  };
  readonly status: number;
  /** The statuses, the ranges such as `4XX`, and `default` that the document shows. */
  readonly documented: Statuses;
  /**
   * The body of each documented error response, as an index in the `errorBodies` of the document, or -1 for the usual
   * body. The keys are statuses, ranges such as `4XX`, and `default`.
   */
  readonly errorBodies: Readonly<Record<string, number>>;
  readonly content?: BundledContent;
  readonly lists?: readonly BundledList[];
  readonly paging?: PageParameters;
  /** Query parameters that filter a list, because they have the name of a field of the items. */
  readonly filters: readonly string[];
  /** Names of the query parameters that select the fields of items. With `include: false`, `fields` are omitted. */
  readonly selection?: { readonly fields: string; readonly include?: string };
  readonly assumed: Assumed;
}

/** The format of new ids. */
export type IdRule =
  | { readonly kind: 'uuid' | 'integer' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'text'; readonly prefix: string; readonly alphabet: string; readonly length: number };

/** A resource: a collection of items or a singleton. */
export interface BundledResource {
  /** Number of outer parameters: the path parameters before the id. */
  readonly outerCount: number;
  readonly isSingleton: boolean;
  /**
   * Whether a singleton, or each item whose id the document lists, exists without being created, because no operation
   * creates or deletes it.
   */
  readonly isImplicit?: boolean;
  /** The resource of the items that this resource is below; absent if the document does not show such a resource. */
  readonly parent?: string;
  readonly idField?: string;
  /** For items without an id: the fields that together identify an item. */
  readonly keyFields?: readonly string[];
  /** Fields that a request removes with `null`, because responses do not show `null` there. */
  readonly removedByNull?: readonly string[];
  readonly isIdReadOnly: boolean;
  readonly id: IdRule;
  /** Fields that contain the time of the creation. `updateTimeFields` contain the time of the last change. */
  readonly creationTimeFields: readonly string[];
  readonly updateTimeFields: readonly string[];
  /** Fields that only the service writes. */
  readonly readOnly: readonly string[];
  /** Fields with the value of an outer parameter, such as `shelf_id`, and its index in `outerValues`. */
  readonly outerFields: Readonly<Record<string, number>>;
  /** Values of fields that a creation omits. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Whether an operation other than PUT creates items. In this case, PUT only replaces existing items. */
  readonly hasCreate: boolean;
  /** Resources whose paths begin with the path of an item. Deleting the item also deletes the items below it. */
  readonly children: readonly string[];
  /** A valid item. */
  readonly sample: unknown;
  /** The fields of an item that a response shows; absent if the document does not show them. */
  readonly responseFields?: ResponseFields;
  /** Absent if no field and no value is only in requests. */
  readonly writeOnly?: WriteOnlyByIndex;
  /** The values of the outer path parameters of the initial items. */
  readonly outerValues: readonly string[];
  /** The initial items by key. */
  readonly seeds: Readonly<Record<string, unknown>>;
  /** The initial items of the behavior file, which replace `seeds` unless the option `assume` is `false`. */
  readonly assumedSeeds?: Readonly<Record<string, unknown>>;
}

/** The facts that the build derives from the document. The package contains them instead of the document. */
export interface BundledDocument extends Addresses {
  /** All scopes that the document declares. */
  readonly scopes: readonly string[];
  readonly operations: readonly BundledOperation[];
  readonly errorBodies: readonly BundledErrorBody[];
  readonly resources: Readonly<Record<string, BundledResource>>;
  /** Resources by alias. */
  readonly aliases: Readonly<Record<string, string>>;
}
