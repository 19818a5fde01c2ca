/** The exit statuses of the command. */
export const EXIT = {
  /** Every item is done. Without `--strict`, a missing item (404) of a DELETE counts as done, except with status 5. */
  done: 0,
  /** At least one item failed, or the results or the journal could not be written. */
  failed: 1,
  /** The arguments, the input or the configuration are not valid. Nothing was sent. */
  usage: 2,
  /** The tenant responded with 401 or 403, its token endpoint denied the credentials, or the token lacks a scope. */
  notAllowed: 3,
  /** The tenant or its token endpoint sent no usable response, or accepted no request for a long time. */
  noResponse: 4,
  /** All items of a new job are missing, also if the job has only one item. */
  allMissing: 5,
  /** The command was interrupted, for example with Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Readonly<Record<ExitStatus, string>> = {
  0: 'done',
  1: 'at least one item failed (with --strict, also if one was missing), or stdout, the journal or the file of --results could not be written',
  2: 'wrong usage, input or configuration; nothing was sent',
  3: 'not allowed: 401, 403, an OAuth error or, with --dry-run, a missing scope',
  4: 'no usable response from the tenant or its token endpoint, or no accepted request in the time of --give-up-after',
  5: 'each id of a new job is missing, also if there is only one: the ids or the tenant can be wrong',
  130: 'interrupted, for example with Ctrl-C',
};

/** Why a job stopped: before its first call, between items, or because the results could not be written. */
export interface Stop {
  readonly exitStatus: ExitStatus;
  readonly reason: string;
}

/** Thrown if the arguments, the input or the configuration are not valid. The command then exits with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
