import { ENCODINGS, encodedForms, formEncode, utf8Bytes } from '../errors/redact.js';
import { OWN_FIELD } from './token-request.js';

/** A header value with fewer characters can be an ordinary word, such as `production`, in a message of the server. */
const SHORTEST_KEY = 16;

/** Encodes a text as oauth4webapi does for client_secret_basic: only letters and digits stay unchanged. */
function strictFormEncode(text: string): string {
  return formEncode(text).replace(/[*\-._]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A function instead of a constant, because bundlers keep a spread at the top level even if nothing uses it. */
const credentialEncodings = () => [...ENCODINGS, strictFormEncode];

/**
 * Returns the secrets of a token request in every form in which the token endpoint can echo them, unchanged and
 * encoded. The array can contain duplicates and empty strings, which `redact` ignores. The secrets are the client
 * secret, the client assertion, the credentials of `client_secret_basic`
 * ({@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 | RFC 6749 section 2.3.1}), and the values of the client's
 * header fields, which can be keys. A value of less than 16 characters is not a key.
 */
export function secretsOf(headers: Headers, form: URLSearchParams): string[] {
  const authorization = headers.get('Authorization') ?? '';
  const credentials = authorization.replace(/^\S+ */, '');
  const clients = [
    [form.get('client_id') ?? '', form.get('client_secret') ?? ''] as const,
    ...(/^basic /i.test(authorization) ? readBasic(credentials) : []),
  ];
  const fields = [...headers].flatMap(([name, value]) =>
    OWN_FIELD.test(name) || value.length < SHORTEST_KEY ? [] : value,
  );
  const secrets = [form.get('client_assertion') ?? '', credentials, ...clients.map(([, secret]) => secret), ...fields];
  return [
    ...secrets.flatMap((secret) => encodedForms(secret, credentialEncodings())),
    ...clients.flatMap(([id, secret]) => basicForms(id, secret)),
  ];
}

/** Returns the credentials of HTTP Basic for a client id and a secret, in Base64 and in base64url. */
function basicForms(id: string, secret: string): string[] {
  if (secret === '') return [];
  return credentialEncodings().flatMap((encode) => {
    const base64 = btoa(utf8Bytes(`${encode(id)}:${encode(secret)}`));
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+/, '')];
  });
}

/** Returns the client id and the secret of Basic credentials, as sent and form-decoded; `[]` for malformed credentials. */
function readBasic(credentials: string): (readonly [id: string, secret: string])[] {
  try {
    const bytes = Uint8Array.from(atob(credentials), (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    const colon = text.indexOf(':');
    if (colon < 0) return [];
    const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)] as const;
    return [
      [id, secret],
      [formDecode(id), formDecode(secret)],
    ];
  } catch {
    return [];
  }
}

/** Decodes one value of `application/x-www-form-urlencoded`; unlike decodeURIComponent, this function never throws. */
function formDecode(text: string): string {
  return [...new URLSearchParams(`=${text.replaceAll('&', '%26')}`).values()].join('');
}
