import { clientCredentials, type TokenSource } from 'tenant-management-client';
import { defaultClient } from '../../../packages/sandbox/src/token/oauth-client.ts';
import type { TryItCall } from '../../reference/operation/try-it-calls.ts';
import { callOptions } from './call-options.ts';
import { element } from './element.ts';
import { faults } from './faults.ts';
import { attemptText, summaryText } from './format.ts';
import { type ObservedAttempt, observeFetch } from './observed-fetch.ts';
import { figure, resultFigures } from './result-view.ts';
import { baseUrlOf, runCall } from './run-call.ts';
import { sandboxOrigin } from './sandbox-address.ts';

/** Shows the template of a panel, and makes its form send the call in the attribute `data-call`. */
export function fillPanel(panel: HTMLElement): void {
  const call: TryItCall = JSON.parse(panel.dataset['call'] ?? '');
  const auth = tokenSource(call);
  panel.append(...(panel.querySelector('template')?.content.childNodes ?? []));
  const [form, status, results] = panel.querySelectorAll<HTMLElement>(':scope > :is(form, [role=status], div)');
  if (!(form instanceof HTMLFormElement) || status === undefined || results === undefined) return;
  let isRunning = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // The button stays enabled during a call, because a disabled button loses the focus.
    if (isRunning) return;
    isRunning = true;
    try {
      await send(call, auth, new FormData(form), status, results);
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      isRunning = false;
    }
  });
}

/** Returns the token source of all calls of a panel. The credentials are public, and work only with a sandbox. */
const tokenSource = ({ tokenPath }: TryItCall): TokenSource =>
  tokenPath === undefined ? 'any-token' : clientCredentials({ ...defaultClient, tokenUrl: tokenPath });

/**
 * Sends one call and shows it.
 *
 * @throws TypeError If the address or the body is not valid.
 */
async function send(
  call: TryItCall,
  auth: TokenSource,
  fields: FormData,
  status: HTMLElement,
  results: HTMLElement,
): Promise<void> {
  results.replaceChildren();
  const origin = sandboxOrigin(String(fields.get('address')));
  const options = callOptions(call, fields);
  const fault = faults.find(({ name }) => name === fields.get('fault'));
  // A screen reader reads each request when the page adds it to the list.
  const requests = element('ol', { ariaLive: 'polite' });
  results.append(figure('Requests of the client', requests));
  status.textContent = 'The call is running.';
  const attempts: ObservedAttempt[] = [];
  const startedAt = performance.now();
  const fetch = observeFetch({
    send: (request, init) => globalThis.fetch(request, init),
    baseUrl: baseUrlOf(origin, call),
    fault,
    times: Number(fields.get('times')),
    onAttempt: (attempt) => {
      attempts.push(attempt);
      requests.append(element('li', {}, attemptText(attempt)));
    },
  });
  const settled = await runCall(call, options, { origin, auth, fetch });
  const elapsedMs = performance.now() - startedAt;
  results.append(...resultFigures(settled, attempts, String(fields.get('body') ?? '')));
  if (fault !== undefined) results.prepend(element('p', {}, fault.reaction));
  status.textContent = summaryText(settled, attempts, { origin, elapsedMs });
}
