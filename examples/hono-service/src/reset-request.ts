/** The body of a request that resets MFA. */
export interface ResetRequest {
  readonly enrollmentId: string;
  /** The ticket that explains the reset in the audit log. */
  readonly ticket: string;
}

/** Ids and tickets contain only these characters, so they cannot change the meaning of a line of the audit log. */
const NAME = /^[\w|:-]{1,128}$/;

/** Reads the body of a request. Returns a message for the caller if the body is invalid. */
export function readResetRequest(text: string): ResetRequest | string {
  const body = parse(text);
  if (typeof body !== 'object' || body === null) return 'The body must be a JSON object.';
  const { enrollmentId, ticket } = body as Partial<Record<string, unknown>>;
  if (!isName(enrollmentId)) return 'enrollmentId must be the id of an enrollment, such as dev_3KfPz8uWn5aXoQ6e.';
  if (!isName(ticket)) return 'ticket must be the number of a ticket, such as HD-1042.';
  return { enrollmentId, ticket };
}

const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
