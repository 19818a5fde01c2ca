// Runs the program in a page of the control server.
import { runProgram } from './program.ts';

await runProgram(location.origin);
// The test run closes the page when it reads this line.
console.log('finished');
