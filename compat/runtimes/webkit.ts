// WebKitGTK, driven with WebDriver (https://www.w3.org/TR/webdriver2/).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../../scripts/process/listen.ts';
import type { StartedBrowser } from './start-browser.ts';

/** The programs of the Debian packages `webkit2gtk-driver` and `xvfb`. WebKitGTK needs a display. */
const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/xvfb-run';

/** The browser that the driver starts. It is part of the driver's package. */
const CAPABILITIES = { alwaysMatch: { browserName: 'MiniBrowser', timeouts: { script: 600_000 } } };

/** Starts WebKitGTK on a virtual display; resolves with `undefined` if a program is missing. */
export async function startWebKit(): Promise<StartedBrowser | undefined> {
  if (!existsSync(DRIVER) || !existsSync(DISPLAY)) return undefined;
  const port = await freePort();
  const driver = spawn(DISPLAY, ['--auto-servernum', DRIVER, `--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // A group of processes, because `xvfb-run` does not end the driver.
    detached: true,
  });
  const ended = once(driver, 'exit');
  const hasEnded = () => driver.exitCode !== null || driver.signalCode !== null;
  const end = async () => {
    if (driver.pid === undefined || hasEnded()) return;
    process.kill(-driver.pid);
    await ended;
  };
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const url = `http://127.0.0.1:${port}${path}`;
    const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    while (!(await send('GET', '/status').catch(() => false))) {
      if (hasEnded()) throw new Error(`${DRIVER} ended: ${driver.exitCode ?? driver.signalCode}`);
      await wait(50);
    }
    // The cast is safe: WebDriver defines the response.
    const { sessionId } = (await send('POST', '/session', { capabilities: CAPABILITIES })) as {
      readonly sessionId: string;
    };
    const path = `/session/${sessionId}`;
    return {
      importInPage: async (url, module) => {
        await send('POST', `${path}/url`, { url });
        const script =
          'const done = arguments[1]; import(arguments[0]).then(() => done(null), (error) => done(String(error)));';
        const error = await send('POST', `${path}/execute/async`, { script, args: [module] });
        if (error !== null) throw new Error(String(error));
      },
      close: async () => {
        await send('DELETE', path).catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function freePort(): Promise<string> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  server.close();
  await once(server, 'close');
  return port;
}
