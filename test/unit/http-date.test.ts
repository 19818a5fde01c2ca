import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseHttpDate } from '../../src/rate-limit/http-date.ts';

const EXAMPLE = Date.UTC(1994, 10, 6, 8, 49, 37);

describe('parseHttpDate', () => {
  test.each(['America/New_York', 'Asia/Tokyo', 'UTC'])(
    'parses the three date formats of RFC 9110 as UTC if the local time zone is %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(EXAMPLE);
      expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(EXAMPLE);
      expect(parseHttpDate('Sun Nov  6 08:49:37 1994')).toBe(EXAMPLE);
      expect(parseHttpDate('\tSun, 06 Nov 1994 08:49:37 GMT ')).toBe(EXAMPLE);
    },
  );

  test.each([
    null,
    '',
    '-5',
    '1994',
    'soon',
    '06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nov 1994 08:49:37 GMT, again',
    'again, Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun Foo  6 08:49:37 1994',
    'Sun Nov  6 08:49:37 1994 GMT',
    'x Sun Nov  6 08:49:37 1994',
    '1994-11-06T08:49:37Z',
  ])('returns undefined for %j, which is not an HTTP date', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });
});
