import { element } from './element.ts';
import { attemptText, errorRows, requestText, responseText } from './format.ts';
import type { Attempt } from './observed-fetch.ts';
import type { SettledCall } from './run-call.ts';

/** Creates the view of one call: its element, and functions that add a request to it and show how the call ended. */
export function createResultView() {
  const attempts = element('ol', {});
  // A screen reader reads each request when the page adds it to the list.
  attempts.setAttribute('aria-live', 'polite');
  const details = element('div');
  return {
    element: element('div', {}, figure('Requests of the client', attempts), details),
    addAttempt: (attempt: Attempt) => attempts.append(element('li', {}, attemptText(attempt))),
    showSettled: (...call: Parameters<typeof figures>) => details.replaceChildren(...figures(...call)),
  };
}

const figure = (caption: string, content: Node): HTMLElement =>
  element('figure', {}, element('figcaption', {}, caption), content);

function figures(settled: SettledCall, attempts: readonly Attempt[], sentBody: string): HTMLElement[] {
  const last = attempts.findLast(({ isTokenRequest }) => !isTokenRequest);
  const error = 'thrown' in settled ? settled.thrown : settled.result.error;
  return [
    ...(last === undefined ? [] : [figure('Request', text(requestText(last.request, sentBody)))]),
    ...('thrown' in settled ? [] : [figure('Response', text(textOf(settled.result)))]),
    ...(error === undefined ? [] : [figure('thrown' in settled ? 'Error, thrown' : 'error', list(errorRows(error)))]),
  ];
}

const text = (content: string): HTMLElement => element('pre', {}, content);

const list = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  element('dl', {}, ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));

function textOf({ response, data, error }: Extract<SettledCall, { result: unknown }>['result']): string {
  const body = error === undefined ? data : error.body;
  return responseText(response, body instanceof Response ? '(a body that the client does not read)' : body);
}
