import type { Fetch } from 'tenant-management-client';
import { compareWithDocument, createRecorder, verifyReport } from 'tenant-management-contract';
import { startPrism } from 'tenant-management-contract/prism';
import { findApi, readDocument } from 'tenant-management-document';

/** A proxy of an API that compares each response with the document. */
export interface ContractCheck {
  /** URL of the proxy, for `baseUrl` of a client. */
  readonly baseUrl: string;
  /** The `fetch` of the client. It records the calls through the proxy. */
  readonly fetch: Fetch;
  /** Returns the differences from the document as Markdown. */
  report(): string;
  stop(): Promise<void>;
}

/** Starts a proxy for an API, with the parts of `npm run verify`: Prism, the recorder and the report. */
export async function startContractCheck(apiUrl: string): Promise<ContractCheck> {
  const { file } = await findApi();
  const proxy = await startPrism(['proxy', file, apiUrl]);
  const document = await readDocument(file);
  const recorder = createRecorder(document, proxy.url);
  return {
    baseUrl: proxy.url,
    fetch: recorder.createFetch(),
    report: () => verifyReport(compareWithDocument(document, recorder.calls)),
    stop: () => proxy.stop(),
  };
}
