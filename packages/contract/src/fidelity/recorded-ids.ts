import { isObject } from 'tenant-management-document';

/** Names of fields that contain ids, such as `id`, `user_id` and `clientId`. */
const ID_NAME = /^(id|kid|key)$|[_-]id$|Id$|ID$/;

/** Smallest length of an id that is replaced within a longer text. A shorter id could be a part of another word. */
const MIN_PART = 12;

/** Maps the ids that the recorded service assigned to the ids that the sandbox assigned. */
export interface RecordedIds {
  /**
   * Learns the ids in two bodies: values of the same field that differ, if the name of the field is the name of an id, or
   * if the recorded value is in `used`.
   */
  learn(recorded: unknown, sent: unknown): void;
  /** Replaces the recorded ids in a text. */
  inText(text: string): string;
  /** Replaces the recorded ids in a JSON value. */
  inValue(value: unknown): unknown;
}

/**
 * Creates an empty map of ids.
 *
 * @param used Values of the path parameters of the recorded requests.
 */
export function recordedIds(used: ReadonlySet<string>): RecordedIds {
  const ids = new Map<string, string>();

  function learn(recorded: unknown, sent: unknown, name = ''): void {
    if (Array.isArray(recorded) && Array.isArray(sent)) {
      // The items of a list can be others than those that were recorded.
      if (recorded.length !== sent.length) return;
      for (const [index, one] of recorded.entries()) learn(one, sent[index], name);
    } else if (isObject(recorded) && isObject(sent)) {
      for (const [key, value] of Object.entries(recorded)) learn(value, sent[key], key);
    } else if (isText(recorded) && isText(sent) && String(recorded) !== String(sent)) {
      const id = String(recorded);
      if (!ids.has(id) && id !== '' && (ID_NAME.test(name) || used.has(id))) ids.set(id, String(sent));
    }
  }

  function inText(text: string): string {
    const id = ids.get(text);
    if (id !== undefined) return id;
    let replaced = text;
    for (const [from, to] of ids) if (from.length >= MIN_PART) replaced = replaced.replaceAll(from, to);
    return replaced;
  }

  function inValue(value: unknown): unknown {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [inText(name), inValue(one)]));
  }

  return { learn, inText, inValue };
}

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
