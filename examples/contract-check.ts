import { join } from 'node:path';
import type { Fetch } from 'tenant-management-client';
import { compareWithDocument, createRecorder, harFile, readArchive, verifyReport } from 'tenant-management-contract';
import { startPrism } from 'tenant-management-contract/prism';
import { findApi, projectRoot, readDocument } from 'tenant-management-document';

/** Folder of the HTTP archive. The archives of `npm run test:contract` are directly in `reports`. */
const FOLDER = join(projectRoot, 'reports/demo');

/** A proxy of an API that compares each response with the document. */
export interface ContractCheck {
  /** URL of the proxy, for `baseUrl` of a client. */
  readonly baseUrl: string;
  /** The `fetch` of the client. It records the calls through the proxy. */
  readonly fetch: Fetch;
  /** Writes the HTTP archive, and resolves with the differences from the document as Markdown. */
  report(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a proxy for an API, with the parts of `npm run verify`: Prism, the recorder and the report. */
export async function startContractCheck(apiUrl: string): Promise<ContractCheck> {
  const { file } = await findApi();
  const proxy = await startPrism(['proxy', file, apiUrl]);
  const recorder = createRecorder('sandbox', proxy.url, { folder: FOLDER });
  return {
    baseUrl: proxy.url,
    fetch: recorder.createFetch(),
    report: async () => {
      await recorder.write();
      const document = await readDocument(file);
      return verifyReport(compareWithDocument(document, await readArchive(harFile('sandbox', FOLDER), document)));
    },
    stop: () => proxy.stop(),
  };
}
