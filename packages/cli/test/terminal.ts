import { PassThrough } from 'node:stream';
import { operations } from '#generated/operations.js';
import { runCommandLine } from '../src/command-line.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a control sequence starts with this character
const PARTS = /\u001b\[\??(\d*)([A-Za-z])|./gsu;

/** Creates a screen without columns: text is added to its line, so a line must be cleared before it is written again. */
function createScreen() {
  const lines: string[] = [];
  let row = 0;
  const write = (text: string) => {
    for (const [part, count, control] of text.matchAll(PARTS)) {
      if (control === 'A') row -= Number(count);
      else if (control === 'B') row += Number(count);
      else if (control === 'J') lines.length = row;
      else if (control === 'K') lines[row] = '';
      else if (part === '\n') row += 1;
      else if (control === undefined) lines[row] = (lines[row] ?? '') + part;
    }
  };
  return { write, text: () => `${lines.join('\n').trimEnd()}\n` };
}

/**
 * Runs the command line in a terminal. When it prints one of the questions, the answer is typed.
 *
 * @param onScreen Called with the text on the screen after each change.
 */
export async function runInTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, string>>,
  onScreen: (text: string, interrupt: () => void) => void = () => undefined,
) {
  const controller = new AbortController();
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const screen = createScreen();
  const open = new Map(Object.entries(answers));
  let printed = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    screen.write(text);
    onScreen(screen.text(), () => controller.abort());
    for (const [question, answer] of open) {
      if (!printed.includes(question)) continue;
      open.delete(question);
      setImmediate(() => stdin.write(`${answer}\r`));
    }
  });
  const context = { env, stdin, stdout: output, stderr: output, signal: controller.signal };
  const status = await runCommandLine(operations, args, context);
  // The stream emits the last texts after `runCommandLine` has resolved.
  await new Promise<void>((end) => output.end(end));
  return { status, printed, screen: screen.text() };
}
