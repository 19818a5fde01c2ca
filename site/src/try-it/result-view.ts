import { element } from './element.ts';
import { errorRows, requestText, responseText } from './format.ts';
import type { ObservedAttempt } from './observed-fetch.ts';
import type { SettledCall } from './run-call.ts';

export const figure = (caption: string, content: Node): HTMLElement =>
  element('figure', {}, element('figcaption', {}, caption), content);

/** Creates the figures that show the last attempt of a call, its response, and its error. */
export function resultFigures(
  settled: SettledCall,
  attempts: readonly ObservedAttempt[],
  sentBody: string,
): HTMLElement[] {
  const last = attempts.findLast(({ isTokenRequest }) => !isTokenRequest);
  const error = 'thrown' in settled ? settled.thrown : settled.result.error;
  const rows = error === undefined ? [] : errorRows(error);
  const terms = rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]);
  return [
    ...(last === undefined ? [] : [textFigure('Request', requestText(last.request, sentBody))]),
    ...('thrown' in settled ? [] : [textFigure('Response', textOf(settled.result))]),
    ...(error === undefined
      ? []
      : [figure('thrown' in settled ? 'Error, thrown' : 'error', element('dl', {}, ...terms))]),
  ];
}

const textFigure = (caption: string, text: string): HTMLElement => figure(caption, element('pre', {}, text));

function textOf({ response, data, error }: Extract<SettledCall, { result: unknown }>['result']): string {
  const body = error === undefined ? data : error.body;
  return responseText(response, body instanceof Response ? '(a body that the client does not read)' : body);
}
