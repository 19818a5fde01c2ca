// The program that runs on every runtime: makes the calls that the test run asks for, and reports their outcomes.
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { className, outcomeOf } from '../../test/faults/outcome.ts';
import type { CallReport, CallTask } from './messages.ts';

/** A word that every token and client secret of the battery contains, and no other text. */
const SECRET_PATTERN = /recognisable/;

/** Makes calls until the test run has no more. */
export async function runProgram(control: string): Promise<void> {
  // A backoff is a random part of a maximum, so every backoff is now zero.
  Math.random = () => 0;
  let report: CallReport | undefined;
  for (;;) {
    const response = await fetch(`${control}/next`, { method: 'POST', body: JSON.stringify(report ?? null) });
    const task: CallTask | null = await response.json();
    if (task === null) return;
    report = await makeCall(task);
  }
}

async function makeCall({ baseUrl, auth, method, path, options }: CallTask): Promise<CallReport> {
  const management = createManagementClient({
    baseUrl,
    auth: typeof auth === 'string' ? auth : clientCredentials(auth),
  });
  // The types reject methods that the document does not have; at run time, the client is an object of functions.
  const call = (management as unknown as Record<string, (path: string, options: object) => Promise<never>>)[method];
  if (call === undefined) throw new Error(`the client has no method ${method}`);
  const { outcome, failure } = await outcomeOf(call(path, options));
  const { cause, attempts, during } = Object(failure);
  const leaks = textsOf(failure).some((text) => SECRET_PATTERN.test(text));
  return { outcome, platformError: className(cause), attempts, during, leaks };
}

/** Returns the texts that a program can print for an error, and for its causes. */
function textsOf(error: unknown): string[] {
  if (error === undefined) return [];
  const { stack, cause } = Object(error);
  return [String(error), String(stack), JSON.stringify(error) ?? '', ...textsOf(cause)];
}
