/**
 * The current activity of a call, for its `TimeoutError`. While a call waits for a custom token source, its activity is
 * also `waiting for the token endpoint`, because the client cannot find out what the token source does.
 */
export type Activity =
  | 'waiting for the token endpoint'
  | 'waiting for the rate limit'
  | 'waiting for the response'
  | 'reading the response';
