import { type ApiError, type ManagementClient, NetworkError, TimeoutError, TokenError } from 'tenant-management-client';

/**
 * The state of an enrollment after a call, as far as the service knows it.
 *
 * - `removed`: the call removed the enrollment.
 * - `not-found`: no enrollment has this id. The enrollment was removed before, or the id is wrong.
 * - `not-removed`: the tenant rejected the call, or the call was not sent.
 * - `unknown`: the tenant may have removed the enrollment.
 */
export type EnrollmentState = 'removed' | 'not-found' | 'not-removed' | 'unknown';

/** The outcome of a call that removes an enrollment. */
export interface Removal {
  readonly enrollment: EnrollmentState;
  /** Status of the service's response. */
  readonly status: 200 | 409 | 500 | 502 | 503 | 504;
  /** Names the outcome for programs; absent if the enrollment was removed. */
  readonly code?: string;
  /** Describes the outcome for the caller of the service. */
  readonly message: string;
  /** Value of the header field `Retry-After` of the service's response. */
  readonly retryAfter?: string;
  /** Whether the operator of the service must act. */
  readonly alert?: boolean;
  /** The error of the client. Its JSON contains no secret. */
  readonly error?: unknown;
}

/** Seconds for `Retry-After` if the tenant does not show when its rate limit resets. */
const DEFAULT_RETRY_AFTER = '30';

/** Removes an MFA enrollment, and returns the outcome as a response of the service. Never rejects. */
export async function removeEnrollment(management: ManagementClient, id: string): Promise<Removal> {
  try {
    const { error } = await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } });
    if (error !== undefined) return { ...afterResponse(error), error };
    return { enrollment: 'removed', status: 200, message: 'The enrollment was removed.' };
  } catch (error) {
    return { ...afterException(error), error };
  }
}

function afterResponse(error: ApiError): Removal {
  switch (error.status) {
    case 404:
      return afterNotFound(error);
    case 401:
    case 403:
      return {
        enrollment: stateAfter(error),
        status: 500,
        code: 'service_misconfigured',
        message: 'The tenant does not accept the credentials of this service. Its operator was alerted.',
        alert: true,
      };
    case 429:
      return {
        enrollment: stateAfter(error),
        status: 503,
        code: 'tenant_busy',
        message: 'The rate limit of the tenant is exceeded. Try again later.',
        retryAfter: retryAfter(error),
      };
    default:
      return {
        enrollment: stateAfter(error),
        status: 502,
        code: 'tenant_error',
        message: 'The tenant returned an unexpected response.',
      };
  }
}

/**
 * Never returns 404, which would mean that the URL of this service is wrong. A 404 after an attempt without a response
 * is not a success either: that attempt may have removed the enrollment, but the id may also be wrong.
 */
function afterNotFound({ maybePerformed }: ApiError): Removal {
  const removed = maybePerformed > 0 ? 'this call or an earlier one removed it' : 'it was removed before';
  return {
    enrollment: 'not-found',
    status: 409,
    code: 'enrollment_not_found',
    message: `No enrollment has this id: ${removed}, or the id is wrong.`,
  };
}

function afterException(error: unknown): Removal {
  if (error instanceof TokenError || (error instanceof NetworkError && error.during === 'token'))
    return {
      enrollment: stateAfter(error),
      status: 502,
      code: 'token_unavailable',
      message: 'This service got no access token for the tenant. Its operator was alerted.',
      alert: true,
    };
  if (error instanceof NetworkError)
    return {
      enrollment: stateAfter(error),
      status: 502,
      code: 'tenant_unreachable',
      message: 'The tenant did not respond.',
    };
  if (error instanceof TimeoutError)
    return {
      enrollment: stateAfter(error),
      status: 504,
      code: 'tenant_timeout',
      message: 'The tenant did not respond in time.',
    };
  return { enrollment: 'unknown', status: 500, code: 'internal_error', message: 'This service failed.', alert: true };
}

/** An attempt that the tenant rejected, or that was never sent, removed nothing. */
const stateAfter = ({ maybePerformed }: { readonly maybePerformed: number }): EnrollmentState =>
  maybePerformed === 0 ? 'not-removed' : 'unknown';

/** The tenant's `Retry-After`, or the seconds until its rate limit resets. */
function retryAfter({ headers, rateLimit }: ApiError): string {
  const requested = headers.get('Retry-After');
  if (requested !== null) return requested;
  if (rateLimit?.reset === undefined) return DEFAULT_RETRY_AFTER;
  // The OpenAPI document does not show the unit; this tenant sends epoch seconds, which end one second later.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  return String(Math.max(1, Math.ceil(rateLimit.reset + 1 - now / 1000)));
}
