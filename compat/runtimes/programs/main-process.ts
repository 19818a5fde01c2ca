// Runs the program on a runtime with command-line arguments: Node, Bun and Deno.
import { runProgram } from './program.ts';

await runProgram(process.argv[2] ?? '');
