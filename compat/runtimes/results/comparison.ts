// Compares what a runtime did in a situation with what it must do.
import type { CallOutcome } from '../../../test/faults/call-outcome.ts';
import type { Observation } from '../control-server.ts';
import type { Situation, SituationCase } from '../situation.ts';
import type { Differences, RuntimeResult } from './results.ts';

/** Facts about a call. A fact that does not apply is `undefined`. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Facts in which no runtime may differ, even if the difference is committed. */
const NEVER_DIFFERENT = ['requests to another origin', 'secret in the error'] as const;

/** Returns the facts that differ although no runtime may differ in them. */
export const forbiddenFacts = (differences: Differences = {}): string[] =>
  NEVER_DIFFERENT.filter((fact) => fact in differences);

/** Compares the observation of each situation with the expected outcome. */
export function resultOfObservations(
  situations: readonly Situation[],
  observations: readonly Observation[],
): Omit<RuntimeResult, 'version'> {
  const differences: Record<string, Record<string, Differences>> = {};
  situations.forEach(({ subject, title, row }, index) => {
    const observation = observations[index];
    const different = observation === undefined ? { outcome: 'not reported' } : compare(row, observation);
    if (Object.keys(different).length > 0) differences[subject] = { ...differences[subject], [title]: different };
  });
  const platformErrors = new Set(observations.flatMap(({ platformError = [] }) => platformError));
  return { platformErrors: [...platformErrors].toSorted().join(', '), differences };
}

/** Returns the facts that differ, such as `{ status: '0 instead of 301' }`. */
export function compare(row: SituationCase, observation: Observation): Differences {
  const [expected, actual] = [expectedFacts(row), observedFacts(observation)];
  const different = Object.keys({ ...expected, ...actual }).filter((fact) => expected[fact] !== actual[fact]);
  return Object.fromEntries(
    different.map((fact) => [fact, `${actual[fact] ?? 'nothing'} instead of ${expected[fact] ?? 'nothing'}`]),
  );
}

function expectedFacts({ api = [], token = [], expected }: SituationCase): Facts {
  const during = token.length > 0 && api.length === 0 ? 'token' : 'call';
  // A request to a port that refuses connections is an attempt, too.
  const attempts = Math.max(1, (during === 'call' ? api : token).length);
  return {
    ...outcomeFacts(expected),
    ...(isNetworkError(expected) && { attempts, during }),
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

/** Returns the facts of an outcome. The class of `cause` is not a fact: each platform has its own error classes. */
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
