// Tests the page with the service in hono-service, which calls a sandbox.
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createService,
  DELETE,
  ENROLLMENT,
  type ServiceOptions,
  startTenant,
} from '../../hono-service/test/service.ts';
import { createResetMfa } from '../src/reset-mfa.ts';
import { ResetMfaPage } from '../src/reset-mfa-page.tsx';

// The default of one second is too short for a busy machine.
configure({ asyncUtilTimeout: 20_000 });
// jsdom does not implement modal dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};

let tenant: Awaited<ReturnType<typeof startTenant>>;
beforeAll(async () => {
  tenant = await startTenant();
});
beforeEach(() => tenant.reset());
afterEach(cleanup);
afterAll(() => tenant.close());

/** Renders the page. `send` is the `fetch` function with which the page calls the service. */
function showPage(options: ServiceOptions = {}) {
  const { app } = createService(tenant, options);
  const send = vi.fn((path: string, init: RequestInit): Promise<Response> | Response => app.request(path, init));
  // The page must not retry, even if the application retries its mutations by default.
  const client = new QueryClient({ defaultOptions: { mutations: { retry: 3, retryDelay: 0 } } });
  render(
    <QueryClientProvider client={client}>
      <ResetMfaPage resetMfa={createResetMfa(send)} />
    </QueryClientProvider>,
  );
  return { send, user: userEvent.setup() };
}

async function submit(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(screen.getByLabelText('Enrollment id'), ENROLLMENT);
  await user.type(screen.getByLabelText('Ticket'), 'HD-1042');
  await user.click(screen.getByRole('button', { name: 'Remove enrollment' }));
}
const confirm = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Remove' }));

const status = () => screen.getByRole('status').textContent;
const alert = () => screen.getByRole('alert').textContent;

test('sends nothing before the confirmation, which names the enrollment and the ticket', async () => {
  const { user, send } = showPage();
  await submit(user);
  const dialog = screen.getByRole('dialog', { name: 'Remove this enrollment?' });
  expect(dialog.textContent).toContain(ENROLLMENT);
  expect(dialog.textContent).toContain('HD-1042');
  expect(send).not.toHaveBeenCalled();
});

test('sends nothing if the user cancels the confirmation', async () => {
  const { user, send } = showPage();
  await submit(user);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test('removes the enrollment after the confirmation', async () => {
  const { user } = showPage();
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(status()).toContain('was removed'));
  expect(tenant.enrollments.has(ENROLLMENT)).toBe(false);
  expect(alert()).toBe('');
});

test('shows that the removal is running, and sends no second request while it runs', async () => {
  const released = Promise.withResolvers<void>();
  const { user, send } = showPage({ writeAudit: () => released.promise });
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(status()).toContain('Removing'));
  await user.click(screen.getByRole('button', { name: 'Remove enrollment' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  released.resolve();
  await waitFor(() => expect(status()).toContain('was removed'));
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ['that no enrollment has the id', () => tenant.enrollments.clear(), 'Check the id'],
  [
    'when to try again if the rate limit is exceeded',
    () => tenant.fail({ operation: DELETE, with: 429, headers: { 'Retry-After': '120' } }),
    'Try again in 120 seconds',
  ],
  [
    'that the outcome is unknown after a 500 of the tenant',
    () => tenant.fail({ operation: DELETE, with: 500 }),
    'may have been removed',
  ],
])('shows %s, and does not retry', async (_title, given, text) => {
  given();
  const { user, send } = showPage();
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(alert()).toContain(text));
  expect(alert()).toMatch(/Reference for the audit log: [\da-f-]{36}/);
  expect(status()).toBe('');
  expect(send).toHaveBeenCalledTimes(1);
});

test('shows that the enrollment was not removed if the service rejects the user with 401', async () => {
  const { user } = showPage({ authenticate: async () => undefined });
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(alert()).toMatch(/Sign in first.*was not removed/));
});

test('shows that the outcome is unknown if the service does not respond', async () => {
  const { user, send } = showPage();
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(alert()).toContain('may have been removed'));
  expect(send).toHaveBeenCalledTimes(1);
});

test('does not keep a removal for later if the browser is offline', async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  const { user, send } = showPage();
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(alert()).toContain('did not respond'));
});

test('a repeated removal clears the error message of the previous removal', async () => {
  tenant.fail({ operation: DELETE, with: 500 });
  const { user } = showPage();
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(alert()).toContain('may have been removed'));
  await user.click(screen.getByRole('button', { name: 'Remove enrollment' }));
  await confirm(user);
  await waitFor(() => expect(status()).toContain('was removed'));
  expect(alert()).toBe('');
});

test('sends no access token to the service', async () => {
  const { user, send } = showPage();
  await submit(user);
  await confirm(user);
  await waitFor(() => expect(status()).toContain('was removed'));
  expect(send).toHaveBeenCalledWith(
    '/mfa-resets',
    expect.objectContaining({ headers: { 'Content-Type': 'application/json' } }),
  );
});

test('axe finds no accessibility problem in the form, the dialog and the messages', async () => {
  // jsdom has no layout, so axe cannot compute the contrast.
  const problems = async () =>
    (await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })).violations.map(({ id }) => id);
  tenant.fail({ operation: DELETE, with: 500 });
  const { user } = showPage();
  const found = [await problems()];
  await submit(user);
  found.push(await problems());
  await confirm(user);
  await waitFor(() => expect(alert()).toContain('may have been removed'));
  found.push(await problems());
  expect(found).toEqual([[], [], []]);
});
