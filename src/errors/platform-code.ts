/** Matches a code of the platform, such as `ECONNREFUSED`. Any other text could contain a host or an address. */
const PLATFORM_CODE = /^[A-Z][A-Z\d_]{0,39}$/;

/** Largest number of errors that are searched for a code: fetch nests two, and a cyclic `cause` has no end. */
const MAX_ERRORS = 10;

/** Returns the end of a message with the code of the platform's error or of its cause, such as `: ECONNREFUSED`. */
export function platformCode(error: unknown): string {
  let cause = error;
  // In Jest, the errors of fetch are not instances of `Error`, which belongs to another realm.
  for (let count = 0; Object(cause) === cause && count < MAX_ERRORS; count += 1) {
    const code = memberOf(cause, 'code');
    if (typeof code === 'string' && PLATFORM_CODE.test(code)) return `: ${code}`;
    cause = memberOf(cause, 'cause');
  }
  return '';
}

/** Returns a member of an error. A getter can throw, but its error must not replace the error of the platform. */
function memberOf(error: unknown, name: string): unknown {
  try {
    return Object(error)[name];
  } catch {
    return undefined;
  }
}
