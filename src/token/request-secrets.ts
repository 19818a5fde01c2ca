import { OWN_FIELD } from './token-request.js';

/** A header value with fewer characters can be an ordinary word, such as `production`, in a message of the server. */
const SHORTEST_KEY = 16;

/**
 * Returns the secrets of a token request that the token endpoint can echo, for `redact`: the client secret, the client
 * assertion, the credentials of `client_secret_basic`
 * ({@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 | RFC 6749 section 2.3.1}), and the values of the client's
 * header fields, which can be keys. A value of less than 16 characters is not a key.
 */
export function secretsOf(headers: Headers, form: URLSearchParams): string[] {
  const authorization = headers.get('Authorization') ?? '';
  const credentials = authorization.replace(/^\S+ */, '');
  const fields = [...headers].flatMap(([name, value]) =>
    OWN_FIELD.test(name) || value.length < SHORTEST_KEY ? [] : value,
  );
  return [
    form.get('client_assertion') ?? '',
    form.get('client_secret') ?? '',
    credentials,
    ...(/^basic /i.test(authorization) ? readBasicSecret(credentials) : []),
    ...fields,
  ];
}

/** Returns the secret of Basic credentials, as sent and form-decoded; `[]` for malformed credentials. */
function readBasicSecret(credentials: string): string[] {
  try {
    const bytes = Uint8Array.from(atob(credentials), (character) => character.charCodeAt(0));
    const [, secret] = /:(.*)/s.exec(new TextDecoder().decode(bytes)) ?? [];
    return secret === undefined ? [] : [secret, formDecode(secret)];
  } catch {
    return [];
  }
}

/** Decodes one value of `application/x-www-form-urlencoded`; unlike decodeURIComponent, this function never throws. */
function formDecode(text: string): string {
  return [...new URLSearchParams(`=${text.replaceAll('&', '%26')}`).values()].join('');
}
