// Runs the program in a page of the control server. The import of this module ends with the program.
import { runProgram } from './program.ts';

await runProgram(location.origin);
