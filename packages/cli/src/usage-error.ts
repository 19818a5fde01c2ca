/** Thrown if the arguments, the input or the configuration are not valid. The command then exits with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
