/** Runtimes that the README names as not tested: no npm or Debian package that this test uses contains them. */
export const UNTESTED: readonly string[] = ['Firefox', 'Safari'];
