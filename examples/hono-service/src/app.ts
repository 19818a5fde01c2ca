import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ManagementClient } from 'tenant-management-client';
import type { WriteAudit } from './audit-log.ts';
import type { Authenticate, Caller } from './callers.ts';
import { type Removal, removeEnrollment } from './removal.ts';
import { readResetRequest } from './reset-request.ts';

/** Options of `createApp`. */
export interface AppOptions {
  readonly management: ManagementClient;
  readonly authenticate: Authenticate;
  readonly writeAudit: WriteAudit;
  /** Alerts the operator of the service, who must act. `details` contains no secret. */
  readonly alert: (message: string, details: object) => void;
}

/** Largest body of a request: much more than an id and a ticket need. */
const MAX_BODY_BYTES = 4096;

/** Creates the service. Its only operation is `POST /mfa-resets`. */
export function createApp({ management, authenticate, writeAudit, alert }: AppOptions) {
  const app = new Hono<{ Variables: { caller: Caller } }>();

  app.notFound((c) => fail(c, 404, 'unknown_url', 'This URL does not exist.'));
  app.onError((error, c) => {
    alert('A request failed', { error: String(error) });
    return fail(c, 500, 'internal_error', 'This service failed. Its operator was alerted.');
  });

  app.use('/mfa-resets', async (c, next) => {
    const caller = await authenticate(c.req.raw);
    if (caller === undefined) {
      c.header('WWW-Authenticate', 'Bearer');
      return fail(c, 401, 'unauthenticated', 'Sign in first.');
    }
    if (!caller.mayResetMfa) return fail(c, 403, 'forbidden', 'You are not allowed to reset MFA.');
    c.set('caller', caller);
    return next();
  });

  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => fail(c, 413, 'too_large', `The body must have at most ${MAX_BODY_BYTES} bytes.`),
  });
  app.post('/mfa-resets', limit, async (c) => {
    // Browsers send JSON to another origin only after a CORS preflight, which this service rejects. Therefore, another
    // site cannot make the browser of a signed-in user send a reset.
    if (!/^application\/json\b/i.test(c.req.header('Content-Type') ?? ''))
      return fail(c, 415, 'unsupported_media_type', 'The content type must be application/json.');
    const request = readResetRequest(await c.req.text());
    if (typeof request === 'string') return fail(c, 400, 'invalid_request', request);

    const { caller } = c.var;
    const resetId = randomUUID();
    const record = { resetId, caller: caller.id, ...request };
    try {
      await writeAudit({ at: now(), event: 'requested', ...record });
    } catch (error) {
      alert('The audit log is not writable, so the service sent nothing to the tenant', {
        resetId,
        error: String(error),
      });
      return c.json(
        { resetId, enrollment: 'not-removed', code: 'audit_unavailable', message: 'Nothing was sent.' },
        500,
      );
    }
    // Do not abort the call if the caller disconnects: the tenant may already have performed the DELETE. The call ends
    // after its timeout at the latest, and the audit log always gets the outcome.
    const removal = await removeEnrollment(management, request.enrollmentId);
    const { enrollment, code } = removal;
    if (removal.alert) alert(removal.message, { resetId, code, error: removal.error });
    try {
      await writeAudit({ at: now(), event: 'finished', ...record, enrollment, code });
    } catch (error) {
      // Return the outcome anyway: the missing record does not change the state of the enrollment.
      alert('The outcome could not be written to the audit log', { resetId, enrollment, code, error: String(error) });
    }
    return respond(c, resetId, removal);
  });

  return app;
}

const now = () => new Date().toISOString();

function respond(c: Context, resetId: string, { enrollment, status, code, message, retryAfter }: Removal): Response {
  if (retryAfter !== undefined) c.header('Retry-After', retryAfter);
  return c.json({ resetId, enrollment, code, message }, status);
}

const fail = (c: Context, status: 400 | 401 | 403 | 404 | 413 | 415 | 500, code: string, message: string): Response =>
  c.json({ code, message }, status);
