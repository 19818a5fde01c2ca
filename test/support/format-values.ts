/** Times of RFC 3339, section 5.6, which every check of the format `date-time` accepts. */
export const TIMES = ['2026-01-01t00:00:00.5z', '2024-02-29T23:59:59-00:00', '1990-12-31T15:59:60-08:00'];

/** Other texts, which ajv-formats accepts. */
export const LOOSE_TIMES = ['2026-01-01T00:00:00+0000', '2026-01-01T00:00:00+02', '2026-01-01 00:00:00Z'];

/** Other texts, which every check of the format `date-time` rejects. */
export const NO_TIMES = [...LOOSE_TIMES, '2026-01-01T00:00:00', '2026-01-01T12:00:60Z', '2026-02-29T00:00:00Z'];

/** Absolute URIs, which every check of the format `url` accepts. Their lengths fit `subject_token_type`. */
export const URLS: readonly string[] = [
  'urn:ietf:params:oauth:token-type:jwt',
  'http://localhost/t',
  'https://10.0.0.1/t',
  'https://[2001:db8::1]:8443/t',
  'https://partner.example.com/token-type?version=1#jwt',
  'tag:partner.example.com,2026:token',
];

/** Texts that are no absolute URIs, which every check of the format `url` rejects. */
export const NO_URLS: readonly string[] = [
  'partner tokens',
  'partner.example.com/token-type',
  '/token-type',
  '//partner.example.com/token-type',
  'https://partner.example.com/token type',
  '1https://partner.example.com',
];
