/** Skips the rest of a test, because its result follows from an earlier call. The message is the reason. */
export class FollowUp extends Error {
  override readonly name = 'FollowUp';
}
