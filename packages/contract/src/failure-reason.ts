import { parseJson } from './parse-json.ts';
import type { RecordedCall } from './recorder.ts';

/**
 * Returns why a call has no response from the target: no response arrived, or Prism sent a problem document instead.
 *
 * @returns `undefined` if the response came from the target.
 */
export function failureReason({ headers, text, error }: RecordedCall): string | undefined {
  if (error !== undefined) return `no response arrived: ${error}`;
  // Prism validates only responses of the target, so a response with the result of a validation came from the target.
  if (headers['content-type'] !== 'application/problem+json' || 'sl-violations' in headers) return undefined;
  const problem = parseJson(text);
  if (typeof problem !== 'object' || problem === null || !('type' in problem && 'title' in problem)) return undefined;
  const { type, title } = problem;
  // In a problem document of Prism, the type is a URL of Prism or the name of the error that Prism caught.
  if (!/^(\w*Error$|https:\/\/stoplight\.io\/prism\/errors)/.test(String(type))) return undefined;
  const reason = String(title)
    .replace(/^.*?https?:\/\/\S+ (failed, )?(reason: )?/s, '')
    // The message of a SyntaxError contains the start of the body.
    .replace(/, (\.{3})?".*"(\.{3})? (?=is not valid JSON)/s, ' ');
  return String(title).startsWith('request to ')
    ? `the tenant could not be reached: ${reason}`
    : `Prism could not relay this response: ${reason}`;
}
