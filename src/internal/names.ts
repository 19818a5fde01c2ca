// For the sandbox and the command line, whose builds bundle these modules: the package does not export them.
export { closestName, didYouMean, unknownOption } from '../options/closest-name.js';
