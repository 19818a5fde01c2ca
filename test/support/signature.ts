/** Returns a token with one character of its signature changed. The result still has the format of a JWT. */
export function withOtherSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1;
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}
