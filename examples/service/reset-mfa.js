/**
 * What became of a reset.
 *
 * - `removed`: the enrollment is gone by this call.
 * - `none`: there was none with this id.
 * - `gone`: there is none now; an attempt of this call whose answer was lost may have removed it.
 * - `later`: the tenant's rate limit is met; `at` is when to try again, where the tenant says it.
 *
 * @typedef {{ outcome: 'removed' | 'none' | 'gone' } | { outcome: 'later', at: Date | undefined }} Reset
 */

/**
 * Removes the MFA enrollment of a user who has lost the device, so that the next login may enroll another.
 *
 * @param {import('tenant-management-client').ManagementClient} management
 * @param {string} enrollmentId
 * @returns {Promise<Reset>}
 * @throws {Error} When this service may not delete enrollments; the message is for its operator.
 * @throws {import('tenant-management-client').ApiError} When the tenant refuses for any other reason.
 */
export async function resetMfa(management, enrollmentId) {
  const { error } = await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: enrollmentId } } });
  switch (error?.status) {
    case undefined:
      return { outcome: 'removed' };
    case 404:
      // The client repeats a DELETE whose answer was lost: the 404 may be of its own making.
      return { outcome: error.attempts > 1 ? 'gone' : 'none' };
    case 403:
      throw new Error(`Grant the application of this service the scope that the tenant names. ${error.message}`, {
        cause: error,
      });
    case 429:
      return { outcome: 'later', at: resetTime(error.rateLimit) };
    default:
      throw error;
  }
}

/** @param {import('tenant-management-client').RateLimit | undefined} rateLimit */
function resetTime(rateLimit) {
  // The document shows no unit; the tenant of this service sends epoch seconds.
  return rateLimit?.reset === undefined ? undefined : new Date(rateLimit.reset * 1000);
}
