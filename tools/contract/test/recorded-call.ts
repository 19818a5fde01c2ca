import type { RecordedCall } from '../src/recorder.ts';

/** A call with the status 200, with these changes. */
export const recordedCall = (changes: Partial<RecordedCall>): RecordedCall => ({
  requestLine: 'GET /users/u1',
  query: '',
  sentHeaders: [],
  sentText: '',
  operation: undefined,
  parameters: {},
  isUtf8: true,
  status: 200,
  headers: {},
  text: '',
  tokenSource: 'caller',
  error: undefined,
  ...changes,
});
