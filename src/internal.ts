// For the sandbox and the command line, whose builds bundle these modules: the package does not export them.

export { isBulkError } from './bulk/bulk-error.js';
export { DEFAULT_GIVE_UP_AFTER_MS } from './bulk/give-up.js';
export { JOURNAL_HEADER, readUnfinished } from './bulk/journal/journal-lines.js';
export { countAttempts, type ItemOutcome, isHeldBack, isMissingAnswer, isUnsent, isUsable } from './bulk/outcome.js';
export { platformCodes } from './errors/platform-code.js';
export { withoutPrototype } from './options/members.js';
export { readOptions } from './options/value-checks.js';
export { platformFetch, platformInit } from './platform-fetch.js';
export { delay, rejectOnAbort } from './wait.js';
