import { isCancel, password, type TextOptions, text } from '@clack/prompts';
import { type CommandContext, columnsOf, Interruption } from './command-context.js';

type PromptOptions = Pick<TextOptions, 'input' | 'output' | 'signal' | 'withGuide'>;

const validate = (value: string | undefined): string | undefined => (value ? undefined : 'A value is required.');

/**
 * Asks a question on stderr, because stdout gets only results.
 *
 * @throws Interruption If the user cancels the question with Ctrl-C or Ctrl-D.
 */
async function ask<Value>(context: CommandContext, question: (options: PromptOptions) => Promise<Value>) {
  const { stdin, stderr, signal } = context;
  const end = new AbortController();
  // The library does not end a question on Ctrl-D.
  const onKey = (_text: unknown, key?: { readonly ctrl?: boolean; readonly name?: string }) => {
    if (key?.ctrl && key.name === 'd') end.abort();
  };
  // After its answer, the library would write a line end if its signal is aborted later, so the signal is not `signal`.
  const onAbort = () => end.abort();
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  stdin.on('keypress', onKey);
  try {
    const value = await question({
      // The casts are safe: a context that can ask has the streams of a terminal.
      input: stdin as NodeJS.ReadStream,
      // With a width of 0, the library would print each character on a separate line.
      output: Object.assign(stderr as NodeJS.WriteStream, { columns: columnsOf(context) }),
      signal: end.signal,
      withGuide: false,
    });
    if (isCancel(value)) throw new Interruption('cancelled at a question');
    // The cast is safe: a question resolves with a symbol only if the user cancels the question.
    return value as Exclude<Value, symbol>;
  } finally {
    stdin.off('keypress', onKey);
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Asks for a text without spaces around it, until it is valid.
 *
 * @param problemOf Returns what must be true, unless the text is valid.
 */
export const askText = async (context: CommandContext, message: string, problemOf = validate): Promise<string> =>
  (
    await ask(context, (options) => text({ ...options, message, validate: (typed) => problemOf(typed?.trim()) }))
  ).trim();

/** Asks for a secret. The terminal shows a mark instead of each character. */
export const askSecret = (context: CommandContext, message: string): Promise<string> =>
  ask(context, (options) => password({ ...options, message, validate }));

/** Asks for confirmation. The user must type `yes`, because one key can be pressed by accident. */
export async function askConfirmation(context: CommandContext, message: string): Promise<boolean> {
  const typed = await ask(context, (options) => text({ ...options, message: `${message} Type yes to confirm.` }));
  return typed?.trim().toLowerCase() === 'yes';
}
