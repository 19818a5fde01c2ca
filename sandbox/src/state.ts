import type { OperationId, Profile } from './document.js';
import { apiFailure, type Reply } from './reply.js';

/** An MFA enrollment; the document shows no field of it. */
export interface Enrollment {
  id: string;
  [field: string]: unknown;
}

/** What the tenant holds, by id. */
export interface State {
  readonly profiles: Map<string, Profile>;
  readonly enrollments: Map<string, Enrollment>;
}

const deleted: Reply = { status: 204 };

/** What each operation does. An operation that the document gains does not compile until it is taught here. */
export const behaviour: Readonly<Record<OperationId, (state: State, params: { readonly id: string }) => Reply>> = {
  'get_token-exchange-profiles_by_id': ({ profiles }, { id }) => {
    const profile = profiles.get(id);
    return profile === undefined
      ? apiFailure(404, 'No token exchange profile with this id', 'inexistent_token_exchange_profile')
      : { status: 200, body: profile };
  },
  'delete_token-exchange-profiles_by_id': ({ profiles }, { id }) => {
    // The public service answers 204 again for a profile that is gone.
    profiles.delete(id);
    return deleted;
  },
  delete_guardian_enrollments_by_id: ({ enrollments }, { id }) =>
    enrollments.delete(id) ? deleted : apiFailure(404, 'No MFA enrollment with this id', 'inexistent_enrollment'),
};
