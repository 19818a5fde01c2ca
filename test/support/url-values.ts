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
