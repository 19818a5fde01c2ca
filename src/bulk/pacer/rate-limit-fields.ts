import { type RateLimit, readRateLimit } from '../../rate-limit/rate-limit.js';

const STRING = /"(?:[ !#-[\]-~]|\\["\\])*"/.source;
/** Matches a string of a list, with the comma before it: RFC 9651 section 3.1. */
const ITEM = `[\\t ]*,[\\t ]*(${STRING})`;
/** Matches the values of parameters: decimals, integers and dates, tokens, byte sequences, booleans. */
const VALUE = /-?\d{1,12}\.\d{1,3}|@?-?\d{1,15}|[A-Za-z*][!#-'*+\--:A-Z^-z|~]*|:[A-Za-z\d+/]*={0,2}:|\?[01]/.source;
/**
 * Matches the next string, or the next parameter with its key and its value: RFC 9651 section 3.1.2, without display
 * strings.
 */
const PART = RegExp(`${ITEM}|; *([a-z*][a-z\\d_.*-]*)(?:=(${STRING}|${VALUE}))?`, 'gy');

/** The default of the parameter `qu`, the unit of a limit. */
const REQUESTS = '"requests"';

/** The parameters of an item, as text. */
type ItemParameters = Record<string, string | undefined>;

/** Reads a list of strings by the strings, with their quotes; returns no string if the list is malformed. */
function readStrings(list: string | null): Record<string, ItemParameters> {
  const items: Record<string, ItemParameters> = {};
  let item: ItemParameters = {};
  // Node.js keeps the white space at the end of a header field.
  const rest = `,${list?.trim()}`.replace(
    PART,
    (_part, string: string | undefined, key: string, value: string | undefined) => {
      if (string === undefined) item[key] = value;
      else items[string] = item = {};
      return '';
    },
  );
  return rest === '' ? items : {};
}

/**
 * Reads the rate limit of a response from the `X-RateLimit-*` header fields. If one of them is absent, its number comes
 * from `RateLimit` or `RateLimit-Policy`:
 * {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 | IETF draft 10}. If these show
 * several limits, the limit with the fewest remaining calls applies.
 */
export function readRateLimitFields(headers: Headers): RateLimit | undefined {
  const policies = readStrings(headers.get('RateLimit-Policy'));
  const [lowest] = Object.entries(readStrings(headers.get('RateLimit')))
    .map(([name, item]): ItemParameters => ({ ...policies[name], ...item }))
    // Ignore limits that do not count requests, such as a number of bytes.
    .filter(({ r, qu = REQUESTS }) => Number(r) >= 0 && qu === REQUESTS)
    .sort((one, other) => Number(one['r']) - Number(other['r']));
  const added: ItemParameters = {
    'X-RateLimit-limit': lowest?.['q'],
    'X-RateLimit-remaining': lowest?.['r'],
    'X-RateLimit-reset': lowest?.['t'],
  };
  return readRateLimit({ get: (name) => headers.get(name) ?? added[name] ?? null });
}
