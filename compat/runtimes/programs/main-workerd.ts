// Runs the program as a test of workerd.
import { runProgram } from './program.ts';

// biome-ignore lint/style/noDefaultExport: workerd calls the methods of the default export.
export default {
  test: (_controller: unknown, env: { readonly CONTROL: string }): Promise<void> => runProgram(env.CONTROL),
};
