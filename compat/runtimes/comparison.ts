// Compares what a runtime did in a situation with what it must do.
import type { FaultCase } from '../../test/faults/case.ts';
import type { CallOutcome } from '../../test/faults/outcome.ts';
import type { Observation } from './control-server.ts';
import type { Differences } from './results.ts';

/** Facts about a call. A fact that does not apply is `undefined`. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the facts that differ, such as `{ status: '0 instead of 301' }`. */
export function compare(row: FaultCase, observation: Observation): Differences {
  const [expected, actual] = [expectedFacts(row), observedFacts(observation)];
  const different = Object.keys({ ...expected, ...actual }).filter((fact) => expected[fact] !== actual[fact]);
  return Object.fromEntries(
    different.map((fact) => [fact, `${actual[fact] ?? 'nothing'} instead of ${expected[fact] ?? 'nothing'}`]),
  );
}

function expectedFacts({ api = [], token = [], expected }: FaultCase): Facts {
  const during = api.length > 0 ? 'call' : 'token';
  return {
    ...outcomeFacts(expected),
    ...(isNetworkError(expected) && { attempts: (during === 'call' ? api : token).length, during }),
    'API requests': api.length,
    'token requests': token.length,
    'requests to another origin': 0,
    'secret in the error': false,
  };
}

function observedFacts(observation: Observation): Facts {
  const { outcome, attempts, during, apiRequests, tokenRequests, requestsToOtherOrigin, leaks } = observation;
  return {
    ...outcomeFacts(outcome),
    ...(isNetworkError(outcome) && { attempts, during }),
    'API requests': apiRequests.length,
    'token requests': tokenRequests.length,
    'requests to another origin': requestsToOtherOrigin,
    'secret in the error': leaks,
  };
}

const isNetworkError = (outcome: CallOutcome): boolean => 'thrown' in outcome && outcome.thrown === 'NetworkError';

/** Returns the facts of an outcome. Only whether there is a `cause` counts: each platform has its own error classes. */
function outcomeFacts(outcome: CallOutcome): Facts {
  if ('thrown' in outcome) {
    const { thrown, cause, ...rest } = { cause: undefined, ...outcome };
    return { outcome: `throws ${thrown}`, ...rest, 'has a cause': cause !== undefined };
  }
  if ('error' in outcome) {
    const { error, body, cause, ...rest } = outcome;
    return { outcome: `returns ${error}`, ...rest, body: JSON.stringify(body), 'has a cause': cause !== undefined };
  }
  return { outcome: 'succeeds', status: outcome.status, data: JSON.stringify(outcome.data) };
}
