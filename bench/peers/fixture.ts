/** Access token of every peer. */
export const TOKEN = 'an-access-token-of-some-length-0123456789-0123456789-0123456789';

/** Id of the profile that every peer reads. */
export const PROFILE_ID = 'tep_9XqRw7vKc2mJ4sLh';

/** Response body of the servers. */
export const PROFILE = {
  id: PROFILE_ID,
  name: 'Partner tokens',
  subject_token_type: 'https://partner.example.com/token-type',
  action_id: '4f1d2c9e-7a3b-4e58-9c06-2b8d5e7f1a90',
  type: 'custom_authentication',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};

/** A call of a peer, which reads a profile. It rejects if the peer reports a failure. */
export type PeerCall = (id?: string) => Promise<unknown>;
