/** Matches a code of the platform, such as `ECONNREFUSED`. Any other text could contain a host or an address. */
const PLATFORM_CODE = /^[A-Z][A-Z\d_]*$/;

/** Returns the end of a message with the code of the platform's error or of its cause, such as `: ECONNREFUSED`. */
export function platformCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string' && PLATFORM_CODE.test(code)) return `: ${code}`;
  }
  return '';
}
