// Types of the contents of requests and responses, by media type.

/** Media types that are treated as JSON. They include wildcards, because their schemas describe JSON data. */
type JsonType = `${string}${'/' | '+'}json${'' | `;${string}`}` | '*/*' | 'application/*';
/** The JSON media types among the keys of a content. Media types are not case-sensitive: RFC 9110 section 8.3.1. */
type JsonKey<K> = K extends string ? (Lowercase<K> extends JsonType ? K : never) : never;

/** Whether two types are the same, also in `readonly`. No other comparison of the compiler distinguishes `readonly`. */
type IsSame<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
/** The keys of the readonly fields of a type. Symbols do not count: one of them is readonly in arrays. */
type ReadonlyKey<T> = keyof {
  [K in Exclude<keyof T, symbol> as IsSame<Pick<T, K>, Readonly<Pick<T, K>>> extends true ? K : never]: never;
};
/**
 * The type of JSON data in a request. A request needs no field with `readOnly`, even if the schema requires the field
 * (OpenAPI 3.1 section 4.8.24.2).
 */
type Sent<T> = T extends object
  ? [ReadonlyKey<T>] extends [never]
    ? { [K in keyof T]: Sent<T[K]> }
    : { [K in keyof T as Exclude<K, ReadonlyKey<T>>]: Sent<T[K]> } & { readonly [K in ReadonlyKey<T>]?: Sent<T[K]> }
  : T;

/** The type of a body that is not JSON: the type of a form, or `Blob` for any other media type. */
type FormOrBlob<T> = T extends `multipart/${string}`
  ? FormData
  : T extends `application/x-www-form-urlencoded${string}`
    ? URLSearchParams
    : Blob;
/**
 * The type of a request body: the type of its JSON content. If the document shows no JSON content, the type is a form
 * or `Blob`.
 */
export type RequestContent<C> = [JsonKey<keyof C>] extends [never]
  ? FormOrBlob<Lowercase<keyof C & string>>
  : Sent<C[JsonKey<keyof C>]>;

/** The type of the content of a response: the type of JSON content, or `Response` for other media types. */
export type Content<C> = C[JsonKey<keyof C>] | ([keyof C] extends [JsonKey<keyof C>] ? never : Response);

/**
 * The type of the body of an error response: the type of its JSON content. If the response has no content or can also
 * have other content, the type is `unknown`.
 */
export type ErrorContent<R> = [R] extends [{ content: infer C }]
  ? [keyof C] extends [never]
    ? unknown
    : [keyof C] extends [JsonKey<keyof C>]
      ? C[keyof C]
      : unknown
  : unknown;
