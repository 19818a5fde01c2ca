import { isCancel, password, text } from '@clack/prompts';
import { type Context, columnsOf, Interruption } from './context.js';

/** Returns the options of @clack/prompts for a context. The questions go to stderr, because stdout gets only results. */
const options = (context: Context) => ({
  // The casts are safe: a context that can ask has the streams of a terminal.
  input: context.stdin as NodeJS.ReadStream,
  // With a width of 0, the library would print each character on a separate line.
  output: Object.assign(context.stderr as NodeJS.WriteStream, { columns: columnsOf(context) }),
  signal: context.signal,
  withGuide: false,
});

const validate = (value: string | undefined) => (value ? undefined : 'A value is required.');

async function answer<Value>(question: Promise<Value>): Promise<Exclude<Value, symbol>> {
  const value = await question;
  if (isCancel(value)) throw new Interruption('cancelled at a question');
  // The cast is safe: a question resolves with a symbol only if the user cancels the question.
  return value as Exclude<Value, symbol>;
}

/** Asks for a text. */
export const askText = (context: Context, message: string): Promise<string> =>
  answer(text({ ...options(context), message, validate }));

/** Asks for a secret. The terminal shows a mark instead of each character. */
export const askSecret = (context: Context, message: string): Promise<string> =>
  answer(password({ ...options(context), message, validate }));

/** Asks for confirmation. Returns whether the user typed "yes" and Enter, because a user can press one key by accident. */
export const askConfirmation = async (context: Context, message: string): Promise<boolean> =>
  (await answer(text({ ...options(context), message: `${message} Type yes to confirm.` })))?.trim().toLowerCase() ===
  'yes';
