import { element } from './element.ts';
import { attemptText, errorRows, requestText, responseText } from './format.ts';
import type { Attempt } from './observed-fetch.ts';
import type { Outcome } from './run-call.ts';

/** Creates the view of one call: its element, and functions that add a request to it and show how the call ended. */
export function createResultView() {
  const attempts = element('ol', {});
  // A screen reader reads each request when the page adds it to the list.
  attempts.setAttribute('aria-live', 'polite');
  const details = element('div');
  return {
    element: element('div', {}, figure('Requests of the client', attempts), details),
    addAttempt: (attempt: Attempt) => attempts.append(element('li', {}, attemptText(attempt))),
    showOutcome: (...call: Parameters<typeof figures>) => details.replaceChildren(...figures(...call)),
  };
}

const figure = (caption: string, content: Node): HTMLElement =>
  element('figure', {}, element('figcaption', {}, caption), content);

function figures(outcome: Outcome, attempts: readonly Attempt[], sentBody: string): HTMLElement[] {
  const last = attempts.findLast(({ isTokenRequest }) => !isTokenRequest);
  const error = 'thrown' in outcome ? outcome.thrown : outcome.result.error;
  return [
    ...(last === undefined ? [] : [figure('Request', text(requestText(last.request, sentBody)))]),
    ...('thrown' in outcome ? [] : [figure('Response', text(textOf(outcome.result)))]),
    ...(error === undefined ? [] : [figure('thrown' in outcome ? 'Error, thrown' : 'error', list(errorRows(error)))]),
  ];
}

const text = (content: string): HTMLElement => element('pre', {}, content);

const list = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  element('dl', {}, ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));

function textOf({ response, data, error }: Extract<Outcome, { result: unknown }>['result']): string {
  const body = error === undefined ? data : error.body;
  return responseText(response, body instanceof Response ? '(a body that the client does not read)' : body);
}
