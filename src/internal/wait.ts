// For the sandbox and the command line, whose builds bundle these modules: the package does not export them.
export { delay, rejectOnAbort } from '../wait.js';
