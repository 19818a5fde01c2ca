import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createManagementClient } from 'tenant-management-client';
import { createPacer } from 'tenant-management-client/bulk';

/** A header field, and whether it is valid. */
interface Field {
  readonly raw: readonly string[];
  readonly header_type: 'item' | 'list' | 'dictionary';
  /** The items of a list with their parameters. */
  readonly expected?: readonly (readonly [value: unknown, parameters: unknown])[];
  readonly must_fail?: boolean;
  /** Whether both results are correct. */
  readonly can_fail?: boolean;
}

/** Reads each item as a parameter of a rate limit, and each list as other rate limits next to a first one. */
export async function scoreFields(folder: string): Promise<(string | undefined)[]> {
  const fields = globSync('*.json', { cwd: folder })
    .toSorted()
    // The cast is safe: the suite has a schema of its files.
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Field[])
    .filter(({ header_type, raw }) => header_type !== 'dictionary' && isSendable(raw));
  return await Promise.all(
    fields.map(async (field) => {
      // Spaces around a field are not part of it.
      const raw = field.raw.join(', ').replace(/^ +| +$/g, '');
      const isRead = await readsRateLimit(field.header_type === 'item' ? `"a";r=1;x=${raw}` : `"a";r=1, ${raw}`);
      if (field.can_fail || isRead === isValidField(field)) return undefined;
      if (isRead) return 'The client accepts a malformed field.';
      return raw.includes('%"') ? 'The client ignores a field with a display string.' : 'The client ignores a field.';
    }),
  );
}

/** Whether `fetch` sends the lines of a field unchanged: it removes a tab at the end. */
const isSendable = (raw: readonly string[]): boolean => !/[^\t\x20-\x7e\x80-\xff]|\t *$/.test(raw.join(''));

/** Whether the client reads the first rate limit of a `RateLimit` field. It ignores a malformed field as a whole. */
async function readsRateLimit(field: string): Promise<boolean> {
  const management = createManagementClient({
    tenantDomain: 'tenant.example.com',
    auth: 'token',
    pacer: createPacer(),
    fetch: async () => new Response('{}', { status: 400, headers: { RateLimit: field } }),
  });
  const { error } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'a' } } });
  return error?.rateLimit?.remaining === 1;
}

/** Whether a field is valid. Rate limits are strings, so a list of other items is not valid. */
const isValidField = ({ header_type, expected = [], must_fail = false }: Field): boolean =>
  !must_fail &&
  (header_type === 'item' || (expected.length > 0 && expected.every(([value]) => typeof value === 'string')));
