import { confirm, isCancel, password, text } from '@clack/prompts';
import { type Context, Interruption } from './context.js';

/** Returns the options of @clack/prompts for a context. The questions go to stderr, because stdout gets only results. */
// The casts are safe: a context that can ask has the streams of a terminal.
const options = ({ stdin, stderr, signal }: Context) => ({
  input: stdin as NodeJS.ReadStream,
  output: stderr as NodeJS.WriteStream,
  signal,
  withGuide: false,
});

const validate = (value: string | undefined) => (value ? undefined : 'A value is required.');

async function answer<Value>(question: Promise<Value>): Promise<Exclude<Value, symbol>> {
  const value = await question;
  if (isCancel(value)) throw new Interruption('cancelled at a question');
  // The only symbol that a question resolves with is that of a cancelled question.
  return value as Exclude<Value, symbol>;
}

/** Asks for a text. */
export const askText = (context: Context, message: string): Promise<string> =>
  answer(text({ ...options(context), message, validate }));

/** Asks for a secret. The terminal shows one mark for each character. */
export const askSecret = (context: Context, message: string): Promise<string> =>
  answer(password({ ...options(context), message, validate }));

/** Asks a question whose default answer is no. */
export const askConfirmation = (context: Context, message: string): Promise<boolean> =>
  answer(confirm({ ...options(context), message, initialValue: false }));
