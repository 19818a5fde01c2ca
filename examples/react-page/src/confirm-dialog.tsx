import type { ResetRequest } from './reset-mfa.ts';

/** Options of the dialog. */
interface ConfirmDialogProps {
  readonly request: ResetRequest;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation of a removal. The browser keeps the focus in the dialog, and Escape cancels the dialog. */
export function ConfirmDialog({ request, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <dialog ref={showModal} onCancel={onCancel} aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <h2 id="confirm-title">Remove this enrollment?</h2>
      <p id="confirm-text">
        Ticket {request.ticket}: the enrollment {request.enrollmentId} will be removed from the account of its user.
        This cannot be undone.
      </p>
      {/* "Cancel" comes first, because it is the safe choice, and the browser focuses the first button. */}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="button" onClick={onConfirm}>
        Remove
      </button>
    </dialog>
  );
}

/** Opens the dialog when React has added it to the page, and closes it before React removes it from the page. */
function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  // Only close() returns the focus to the button that opened the dialog.
  return () => dialog.close();
}
