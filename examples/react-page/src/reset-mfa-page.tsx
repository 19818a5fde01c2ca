import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { Reset, ResetError, ResetMfa, ResetRequest } from './reset-mfa.ts';

/** A page on which a help desk employee removes the MFA enrollment of a user. */
export function ResetMfaPage({ resetMfa }: { resetMfa: ResetMfa }) {
  const [unconfirmed, setUnconfirmed] = useState<ResetRequest>();
  const reset = useMutation<Reset, ResetError, ResetRequest>({
    mutationFn: resetMfa,
    // After an unknown outcome, the help desk employee reads the message and decides whether to repeat the reset.
    retry: false,
    // By default, TanStack Query keeps a mutation that starts offline, and sends it without another confirmation when the
    // browser is online again.
    networkMode: 'always',
  });

  function askForConfirmation(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (reset.isPending) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name)).trim();
    setUnconfirmed({ enrollmentId: text('enrollmentId'), ticket: text('ticket') });
  }

  function confirm(request: ResetRequest): void {
    setUnconfirmed(undefined);
    reset.mutate(request);
  }

  return (
    <main>
      <h1>Reset MFA</h1>
      <form onSubmit={askForConfirmation} aria-busy={reset.isPending}>
        <p>
          <label htmlFor="enrollmentId">Enrollment id</label>
          <input
            id="enrollmentId"
            name="enrollmentId"
            required
            autoComplete="off"
            spellCheck={false}
            aria-describedby="enrollmentId-hint"
          />
          <span id="enrollmentId-hint">The id of the lost device, such as dev_3KfPz8uWn5aXoQ6e.</span>
        </p>
        <p>
          <label htmlFor="ticket">Ticket</label>
          <input id="ticket" name="ticket" required autoComplete="off" aria-describedby="ticket-hint" />
          <span id="ticket-hint">The number of the ticket, such as HD-1042, for the audit log.</span>
        </p>
        {/* Without `disabled`, so that the button can get the focus back when the dialog closes. */}
        <button type="submit" aria-disabled={reset.isPending}>
          Remove enrollment
        </button>
      </form>
      {unconfirmed && (
        <ConfirmDialog
          request={unconfirmed}
          onConfirm={() => confirm(unconfirmed)}
          onCancel={() => setUnconfirmed(undefined)}
        />
      )}
      {/* This region is always on the page, because screen readers announce only changes of existing regions. */}
      <div role="status">
        {reset.isPending && <p>Removing {reset.variables.enrollmentId} …</p>}
        {reset.isSuccess && (
          <p>{reset.variables.enrollmentId} was removed. The user can enroll a new device at the next login.</p>
        )}
      </div>
      <div role="alert">{reset.isError && <FailureMessage error={reset.error} />}</div>
    </main>
  );
}

const NEXT_STEPS = {
  'not-found': 'Check the id.',
  'not-removed': 'The enrollment was not removed.',
  unknown: 'The enrollment may have been removed. Remove it again: a second removal does no harm.',
} as const;

function FailureMessage({ error }: { error: ResetError }) {
  return (
    <>
      <p>{error.message}</p>
      <p>{NEXT_STEPS[error.enrollment]}</p>
      {error.retryAfter !== undefined && <p>{retryTime(error.retryAfter)}</p>}
      {error.resetId !== undefined && <p>Reference for the audit log: {error.resetId}</p>}
    </>
  );
}

/** Returns when to try again. `Retry-After` is a number of seconds or a date. */
const retryTime = (retryAfter: string): string =>
  /^\d+$/.test(retryAfter) ? `Try again in ${retryAfter} seconds.` : `Try again after ${retryAfter}.`;
