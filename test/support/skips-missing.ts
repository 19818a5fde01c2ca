/**
 * Whether the tests that need a program are skipped. If `CI` is set, the tests are not skipped, and fail if the program
 * is missing.
 *
 * @param environment The environment variables.
 */
export const skipsMissing = (
  isInstalled: boolean,
  { CI = '' }: Readonly<Record<string, string | undefined>> = process.env,
): boolean => !isInstalled && CI === '';
