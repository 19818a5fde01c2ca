/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object but not an array. */
export const isObject = (value: unknown): value is JsonObject => hasMembers(value) && !Array.isArray(value);

/** Returns whether a value is an object or an array. The keys of the members of an array are its indexes. */
export const hasMembers = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
