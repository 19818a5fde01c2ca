import { type Contract, compareContracts, contractIn, type Verdict } from 'tools-diff';
import { type Behavior, readBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { projectRoot, type RedoclyApi, readDocument } from 'tools-document/read';
import { lintDocument, problemList } from '../lint/lint-document.ts';

/** A contract that passes lint. */
export interface CheckedContract {
  readonly document: OpenApiDocument;
  readonly behavior: Behavior;
  /** The changes since the baseline. */
  readonly verdict: Verdict;
}

/**
 * Lints a document, and compares the contract with the baseline.
 *
 * @throws Error If the document or the behavior file is not valid. The message has a line for each problem.
 */
export async function checkContract(
  api: RedoclyApi,
  baseline: Contract,
  signal: AbortSignal,
): Promise<CheckedContract> {
  // Redocly runs in a separate process, so that it can run at the same time as the other steps.
  const others = Promise.all([
    readDocument(api.file).then(async (document) => ({ document, behavior: await readBehavior(api.file, document) })),
    contractIn(projectRoot).then((contract) => compareContracts(baseline, contract)),
  ]);
  // A document that does not pass lint also makes other steps fail. Ignore their errors, because Redocly names the line.
  others.catch(() => undefined);
  const { errors, lines, total } = await lintDocument(api, signal);
  if (errors > 0) throw new Error(problemList(lines, total));
  if (total > 0) console.log(problemList(lines, total));
  const [contract, verdict] = await others;
  return { ...contract, verdict };
}
