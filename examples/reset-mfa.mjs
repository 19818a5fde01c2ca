/**
 * Outcome of a reset.
 *
 * - `removed`: this call deleted the enrollment.
 * - `not-found`: no enrollment has this id. The id is wrong, or the enrollment was deleted before, perhaps by an
 *   earlier attempt of this call whose response was lost.
 * - `rate-limited`: the tenant's rate limit is exceeded; try again at `retryAt`, if the tenant sent a time.
 *
 * @typedef {{ outcome: 'removed' | 'not-found' } | { outcome: 'rate-limited', retryAt: Date | undefined }} Reset
 */

/**
 * Deletes the MFA enrollment of a user who lost the device, so that the user can enroll a new device at the next login.
 *
 * @param {import('tenant-management-client').ManagementClient} management
 * @param {string} enrollmentId
 * @returns {Promise<Reset>}
 * @throws {Error} If this service lacks the scope to delete enrollments; the message is for its operator.
 * @throws {import('tenant-management-client').ApiError} If the tenant returns any other error.
 */
export async function resetMfa(management, enrollmentId) {
  const { error } = await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: enrollmentId } } });
  switch (error?.status) {
    case undefined:
      return { outcome: 'removed' };
    case 404:
      // A 404 is not a success, even if `error.maybePerformed` is above 0: the tenant may not have performed any attempt.
      return { outcome: 'not-found' };
    case 403:
      throw new Error(`Grant this service the required scope. ${error.message}`, {
        cause: error,
      });
    case 429:
      return { outcome: 'rate-limited', retryAt: resetTime(error.rateLimit) };
    default:
      throw error;
  }
}

/** @param {import('tenant-management-client').RateLimit | undefined} rateLimit */
function resetTime(rateLimit) {
  // The OpenAPI document does not show the unit; this tenant sends epoch seconds, which end one second later.
  return rateLimit?.reset === undefined ? undefined : new Date((rateLimit.reset + 1) * 1000);
}
