/**
 * Whether the tests that need a program are skipped. If `CI` is set, the tests are not skipped, and fail if the program
 * is missing.
 */
export const skipsMissing = (isInstalled: boolean): boolean => !isInstalled && (process.env['CI'] ?? '') === '';
