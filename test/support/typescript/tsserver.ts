import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Position in a file, from 1. */
interface Position {
  readonly line: number;
  readonly offset: number;
}

/** The place of a definition. */
interface Definition {
  readonly file: string;
  readonly start: Position;
}

const tsserver = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsserver.js');
const OPTIONS = ['--disableAutomaticTypingAcquisition', '--suppressDiagnosticEvents'];

/** Asks the language server of editors for the definitions of the name at a position of a TypeScript file in a project. */
export async function definitionsOf(file: string, position: Position): Promise<readonly Definition[]> {
  const child = spawn(process.execPath, [tsserver, ...OPTIONS], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const send = (seq: number, command: string, args: object) =>
      child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`);
    send(1, 'open', { file });
    send(2, 'definition', { file, ...position });
    let output = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk;
      // Each message is one line of JSON after its header fields.
      const response = /^\{.*"request_seq":2.*\}$/m.exec(output)?.[0];
      if (response !== undefined) return (JSON.parse(response) as { body: readonly Definition[] }).body;
    }
    throw new Error(`tsserver exited without a response; it printed:\n${output}`);
  } finally {
    child.kill();
  }
}
