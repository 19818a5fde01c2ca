/**
 * Statuses after which the client sends an idempotent request again, because the next attempt can succeed. A job counts
 * them as no usable response.
 *
 * - 408: the request did not arrive in time, so the server has not performed the operation. A client may send it again
 *   ({@link https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9 | RFC 9110 section 15.5.9}).
 * - 502, 503, 504: a gateway got no usable response, or the server is unavailable for some time
 *   ({@link https://www.rfc-editor.org/rfc/rfc9110#section-15.6.3 | RFC 9110 sections 15.6.3 to 15.6.5}).
 * - 520 to 527, 530: Cloudflare got no usable response from the server behind it
 *   ({@link https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/ | list}).
 *
 * After a 5xx, the server may have performed the operation: a 522, for example, also follows a connection.
 */
export const RETRIED_STATUSES: readonly number[] = [408, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];
