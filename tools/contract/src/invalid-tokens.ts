/** Returns a token with one character of its signature changed. The result still has the format of a JWT. */
export function withOtherSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1;
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}

/** Returns a token with the claims of another token, the algorithm `none`, and no signature (RFC 7519, section 6). */
export function withoutSignature(token: string): string {
  const [, claims = 'e30'] = token.split('.');
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
}
