import { isObject } from 'tools-document/model';
import type { PageParameters } from 'tools-document/operations';
import type { BundledList, BundledOperation, ResponseFields } from '../bundled-document.js';

export type ItemEntry = readonly [key: string, item: unknown];

/** The values of the query parameters by name. */
export type Query = Readonly<Record<string, unknown>>;

/** The items of one page of a list, and the position of this page. */
interface ListPage {
  readonly entries: readonly ItemEntry[];
  readonly start: number;
  readonly size: number;
  readonly number: number;
  readonly total: number;
  /** The cursor of the next page. */
  readonly next: string | undefined;
}

/** Creates the body of a list: filters the items, and selects the page that the query requests. */
export function listBody(
  operation: BundledOperation,
  entries: readonly ItemEntry[],
  query: Query,
  responseItem: (item: unknown, responseFields?: ResponseFields) => unknown,
): unknown {
  const { lists = [], paging } = operation;
  const selected = entries.filter(([, item]) => isSelected(operation, item, query));
  const list = shapeOf(lists, paging, query);
  if (list === undefined) return selected.map(([, item]) => responseItem(item));
  const page = pageOf(selected, paging, query);
  const items = page.entries.map(([, item]) => responseItem(item, list.responseFields));
  if (list.property === undefined) return items;
  const fields = Object.keys(list.fields)
    .map((name) => [name, fieldOf(name, list, page)])
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(fields), [list.property]: items };
}

/** Returns whether the filters of an operation select an item. */
export const isSelected = ({ filters }: BundledOperation, item: unknown, query: Query): boolean =>
  filters.every((name) => matches(item, name, query[name]));

/** Returns whether a field of an item has the wanted value, or any of several wanted values. */
export function matches(item: unknown, name: string, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  if (!isObject(item)) return false;
  const values = [item[name]].flat().map(String);
  return [wanted].flat().some((one) => values.includes(String(one)));
}

/**
 * Selects a shape of the list: the shape with a cursor or with totals if the query requests it; otherwise an array if the
 * document shows one, or the first shape.
 */
function shapeOf(
  lists: readonly BundledList[],
  paging: PageParameters | undefined,
  query: Query,
): BundledList | undefined {
  const isAsked = (name: string | undefined) => name !== undefined && query[name] !== undefined;
  const has = (pattern: RegExp) => (list: BundledList) => Object.keys(list.fields).some((name) => pattern.test(name));
  const withCursor = isAsked(paging?.cursor) || (paging?.cursorSizes.some(isAsked) ?? false);
  return (
    (withCursor ? lists.find(has(NEXT)) : undefined) ??
    (paging?.totals !== undefined && query[paging.totals] === true ? lists.find(has(TOTAL)) : undefined) ??
    lists.find(({ property }) => property === undefined) ??
    lists[0]
  );
}

const TOTAL = /^total|^count$/i;
const NEXT = /^(next|cursor)/i;
const START = /^(start|offset|skip)$/i;
const SIZE = /^(limit|size|take|(per_?page|page_?size))$/i;
const LENGTH = /^length$/i;
const NUMBER = /^(page|page_?number|current_?page)$/i;
const MORE = /^has_?(more|next)/i;

function pageOf(entries: readonly ItemEntry[], paging: PageParameters | undefined, query: Query): ListPage {
  if (paging === undefined) {
    return { entries, start: 0, size: entries.length, number: 0, total: entries.length, next: undefined };
  }
  const { page, firstPage, sizes, defaultSize, maxSize = Number.POSITIVE_INFINITY, offset, cursor } = paging;
  const read = (name: string | undefined) => {
    const value = name === undefined ? undefined : Number(query[name] ?? Number.NaN);
    return value === undefined || Number.isNaN(value) ? undefined : Math.max(0, value);
  };
  const size = Math.max(1, Math.min(read(sizes.find((name) => query[name] !== undefined)) ?? defaultSize, maxSize));
  const number = Math.max(firstPage, read(page) ?? firstPage);
  const start = startOf(entries, query[cursor ?? '']) ?? read(offset) ?? (number - firstPage) * size;
  const shown = entries.slice(start, start + size);
  const [last, following] = [shown.at(-1), entries[start + size]];
  const next = last && following && cursorOf(last, following);
  return { entries: shown, start, size, number, total: entries.length, next };
}

/**
 * Creates a cursor for the position between two items. The cursor contains the keys of both items, so that it stays
 * valid if one of the items is deleted. It consists of letters, digits, `-` and `_`.
 */
const cursorOf = ([last]: ItemEntry, [next]: ItemEntry): string =>
  Buffer.from([last, next].map(encodeURIComponent).join(' ')).toString('base64url');

/**
 * Returns the index of the first item after a cursor; `undefined` without a cursor. The index for an unknown cursor is
 * the end of the list.
 */
function startOf(entries: readonly ItemEntry[], cursor: unknown): number | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const [last, next] = Buffer.from(String(cursor), 'base64url').toString().split(' ');
  const keys = entries.map(([key]) => encodeURIComponent(key));
  const at = keys.indexOf(next ?? '');
  return at >= 0 ? at : keys.indexOf(last ?? '') + 1 || entries.length;
}

/** Returns the value of a field that a list has in addition to the items. */
function fieldOf(name: string, { fields, required, nullable, emptiable }: BundledList, page: ListPage): unknown {
  const sample = fields[name];
  if (NEXT.test(name)) {
    if (page.next !== undefined) return page.next;
    if (!required.includes(name)) return undefined;
    if (nullable.includes(name)) return null;
    // Prefer an empty cursor to the sample, because a caller that follows the sample cursor would never reach an end.
    return emptiable.includes(name) ? '' : sample;
  }
  if (MORE.test(name)) return page.next !== undefined;
  if (typeof sample === 'number') {
    if (TOTAL.test(name)) return page.total;
    if (START.test(name)) return page.start;
    if (SIZE.test(name)) return page.size;
    if (LENGTH.test(name)) return page.entries.length;
    if (NUMBER.test(name)) return page.number;
  }
  return required.includes(name) ? sample : undefined;
}
