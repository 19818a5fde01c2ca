/** The enrollment to remove, and the ticket that explains the removal. */
export interface ResetRequest {
  readonly enrollmentId: string;
  readonly ticket: string;
}

/** A successful reset. */
export interface Reset {
  readonly enrollment: 'removed';
}

/** The state of the enrollment after a failed reset, as far as the service knows it. */
export type Failure = 'not-found' | 'not-removed' | 'unknown';

/** A reset that failed, or whose outcome is unknown. */
export class ResetError extends Error {
  override readonly name = 'ResetError';
  readonly enrollment: Failure;
  /** Identifies the reset in the audit log of the service. */
  readonly resetId: string | undefined;
  /** `Retry-After` of the response: seconds or a date. */
  readonly retryAfter: string | undefined;

  constructor(message: string, enrollment: Failure, details: { resetId?: unknown; retryAfter?: string | null } = {}) {
    super(message);
    this.enrollment = enrollment;
    this.resetId = typeof details.resetId === 'string' ? details.resetId : undefined;
    this.retryAfter = details.retryAfter ?? undefined;
  }
}

/** Asks the service to remove an enrollment. */
export type ResetMfa = (request: ResetRequest) => Promise<Reset>;

/**
 * Creates the function that calls the service. The page has no token: the page and the service have the same origin, and
 * the sign-in proxy in front of both adds the access token of the user.
 *
 * @throws ResetError For each outcome other than a removed enrollment.
 */
export const createResetMfa =
  (fetch: (path: string, init: RequestInit) => Promise<Response> | Response): ResetMfa =>
  async (request) => {
    const response = await send(fetch, request);
    const body = await readBody(response);
    const { enrollment, message, resetId } = body;
    if (response.ok && enrollment === 'removed') return { enrollment };
    throw new ResetError(
      typeof message === 'string' ? message : 'The service returned an unexpected response.',
      isFailure(enrollment) ? enrollment : rejectedBeforeCall(response) ? 'not-removed' : 'unknown',
      { resetId, retryAfter: response.headers.get('Retry-After') },
    );
  };

async function send(fetch: Parameters<typeof createResetMfa>[0], request: ResetRequest): Promise<Response> {
  try {
    return await fetch('/mfa-resets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
  } catch {
    // The service may have received the request.
    throw new ResetError('The service did not respond.', 'unknown');
  }
}

async function readBody(response: Response): Promise<Partial<Record<string, unknown>>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

const isFailure = (value: unknown): value is Failure =>
  value === 'not-found' || value === 'not-removed' || value === 'unknown';

/** Whether a response without `enrollment` shows that the service rejected the request before it called the tenant. */
const rejectedBeforeCall = ({ status }: Response): boolean => status >= 400 && status < 500;
