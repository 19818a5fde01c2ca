import { clientCredentials, type TokenSource } from 'tenant-management-client';
import { defaultClient } from '../../../packages/sandbox/src/token/oauth-client.ts';
import type { NoTryItCall, TryItCall } from '../../reference/operation/try-it-calls.ts';
import { faults } from './attempt-fault.ts';
import { callOptions } from './call-options.ts';
import { element } from './element.ts';
import { createForm } from './form.ts';
import { introduction } from './introduction.ts';
import { type Attempt, observeFetch } from './observed-fetch.ts';
import { createResultView } from './result-view.ts';
import { baseUrlOf, runCall } from './run-call.ts';
import { sandboxOrigin } from './sandbox-address.ts';
import { summaryText } from './summary.ts';

/** Fills the panel of an operation. */
export function fillPanel(panel: HTMLElement, call: TryItCall | NoTryItCall): void {
  if ('problem' in call) {
    panel.append(element('p', {}, `This panel cannot call the operation: ${call.problem}.`));
    return;
  }
  const auth = tokenSource(call);
  const form = createForm(call);
  const status = element('p', { role: 'status' });
  const results = element('div');
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
  panel.append(...introduction(), form, status, results);
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
  const view = createResultView();
  results.append(view.element);
  status.textContent = 'The call is running.';
  const attempts: Attempt[] = [];
  const startedAt = performance.now();
  const fetch = observeFetch({
    send: (request, init) => globalThis.fetch(request, init),
    baseUrl: baseUrlOf(origin, call),
    fault,
    times: Number(fields.get('times')),
    onAttempt: (attempt) => {
      attempts.push(attempt);
      view.addAttempt(attempt);
    },
  });
  const settled = await runCall(call, options, { origin, auth, fetch });
  const elapsedMs = performance.now() - startedAt;
  view.showSettled(settled, attempts, String(fields.get('body') ?? ''));
  if (fault !== undefined) results.prepend(element('p', {}, fault.reaction));
  status.textContent = summaryText(settled, attempts, { origin, elapsedMs });
}
