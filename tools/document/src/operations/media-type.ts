import type { MediaType } from '../model/openapi-document.ts';

/** Returns whether a media type is JSON, such as `application/json; charset=utf-8` or `application/problem+json`. */
export const isJsonType = (mediaType: string): boolean => /[/+]json\s*(;|$)/i.test(mediaType);

/** Returns whether a range of media types contains `application/json` and types that are not JSON. */
export const isWildcard = (mediaType: string): boolean => /^(application|\*)\/\*$/i.test(mediaType);

/** Returns the media type of a message: `application/json` for a wildcard, whose schema describes JSON. */
export const sentType = (mediaType: string): string => (isWildcard(mediaType) ? 'application/json' : mediaType);

/** `application/json`, or a range of media types that contains it. */
const ACCEPTS_APPLICATION_JSON = /^(application\/json\s*(;|$)|(application|\*)\/\*$)/i;

/**
 * Finds the JSON media type that a call must pass as `Content-Type`, such as `application/merge-patch+json`. By
 * default, the client sends JSON as `application/json`.
 *
 * @param content The media types of a request body.
 * @returns `undefined` if the operation accepts `application/json`, or has no JSON body.
 */
export function otherJsonType(content: object = {}): string | undefined {
  const types = Object.keys(content);
  return types.some((type) => ACCEPTS_APPLICATION_JSON.test(type)) ? undefined : types.find(isJsonType);
}

/** Finds the JSON media type of a response or a request body: `application/json; charset=utf-8`, or else a wildcard. */
export function jsonOf(content: Record<string, MediaType> = {}): MediaType | undefined {
  const types = Object.entries(content);
  return (types.find(([type]) => isJsonType(type)) ?? types.find(([type]) => isWildcard(type)))?.[1];
}
