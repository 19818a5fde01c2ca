/** Matches a code of the platform, such as `ECONNREFUSED`. Any other text could contain a host or an address. */
const PLATFORM_CODE = /^[A-Z][A-Z\d_]*$/;

/** Largest number of errors that are searched for a code: fetch nests two, and a cyclic `cause` has no end. */
const MAX_ERRORS = 10;

/** Returns the end of a message with the code of the platform's error or of its cause, such as `: ECONNREFUSED`. */
export function platformCode(error: unknown): string {
  let cause = error;
  try {
    for (let count = 0; cause instanceof Error && count < MAX_ERRORS; count += 1) {
      const { code } = cause as { readonly code?: unknown };
      if (typeof code === 'string' && PLATFORM_CODE.test(code)) return `: ${code}`;
      cause = cause.cause;
    }
  } catch {} // A getter can throw. Its error must not replace the error of the platform.
  return '';
}
