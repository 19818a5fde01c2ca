import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openStablePort, startMock } from 'tools-contract/prism';
import { projectRoot } from 'tools-document/read';
import { startSandboxServer } from '../../packages/sandbox/derive/sandbox-server.ts';
import { writeDocs } from '../docs.ts';
import { redoclyOutput } from '../lint/redocly.ts';
import { createDocsServer } from '../process/docs-server.ts';
import { listen } from '../process/listen.ts';
import type { CheckedContract } from './check-contract.ts';

/** Ports on loopback. With `0`, the operating system chooses a free port. */
export type Ports = Readonly<Record<'mock' | 'sandbox' | 'docs', number>>;

/** The URLs of the mock, the sandbox's API, the sandbox's token endpoint, and the docs page. */
export type Urls = Readonly<Record<'mock' | 'sandbox' | 'token' | 'docs', string>>;

/** The mock, the sandbox and the docs page of the last valid contract. */
export interface Environment {
  /** Replaces the mock and the sandbox. Until the new servers listen, the old servers respond. */
  replaceServers(contract: CheckedContract, signal: AbortSignal): Promise<Urls>;
  /** Writes the docs page. If this fails, the last page remains. */
  writeDocs(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the ports of the environment. The servers start with the first valid contract.
 *
 * @param name Name of the document in `redocly.yaml`.
 * @param folder Folder for temporary files, below the project's root.
 * @param ending Aborted when this process ends. Ctrl-C also ends the servers, and their end is then not reported.
 * @throws Error If a port is in use. The message names the option.
 */
export async function openEnvironment(
  name: string,
  ports: Ports,
  folder: string,
  ending: AbortSignal,
): Promise<Environment> {
  const page = join(projectRoot, 'reports/docs', `${name}.html`);
  const docsServer = createDocsServer(page);
  const docs = `${await listen(docsServer, ports.docs, '--docs-port')}/`;
  const reportEnd = (server: string) => () => {
    if (!ending.aborted) console.log(`The ${server} has ended. To restart it, change and save the document.`);
  };
  const open = (server: 'mock' | 'sandbox') =>
    openStablePort((listener) => listen(listener, ports[server], `--${server}-port`), reportEnd(server));
  const [mock, sandbox] = [await open('mock'), await open('sandbox')];
  return {
    replaceServers: async (contract, signal) => {
      const [newMock, newSandbox] = await Promise.allSettled([
        startMock(contract.document, { signal }),
        startSandboxServer(contract, folder, sandbox.url, signal),
      ]);
      if (newMock.status === 'fulfilled' && newSandbox.status === 'fulfilled') {
        mock.replace(newMock.value);
        sandbox.replace(newSandbox.value);
        return { mock: mock.url, sandbox: newSandbox.value.baseUrl, token: newSandbox.value.tokenUrl, docs };
      }
      for (const started of [newMock, newSandbox]) if (started.status === 'fulfilled') await started.value.stop();
      throw newMock.status === 'rejected' ? newMock.reason : (newSandbox as PromiseRejectedResult).reason;
    },
    writeDocs: async (signal) => {
      // Redocly writes the page to another file, so that a request never reads an incomplete page.
      const written = join(folder, 'docs.html');
      await writeDocs(name, written, async (...args) => {
        const { status, output } = await redoclyOutput(args, signal);
        if (status !== 0) throw new Error(output.trim());
        return status;
      });
      await mkdir(dirname(page), { recursive: true });
      await rename(written, page);
    },
    close: async () => {
      docsServer.close();
      await Promise.all([mock.close(), sandbox.close()]);
    },
  };
}
