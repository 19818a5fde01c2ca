import { existsSync } from 'node:fs';

/** Chromium on Debian, or Chrome on the runners of GitHub; `undefined` if it is not installed. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));

/** With these arguments, Chromium calls only servers on this machine. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
