import { element } from './element.ts';
import { DEFAULT_ADDRESS, sandboxCommand } from './sandbox-address.ts';

const code = (text: string): HTMLElement => element('code', {}, text);

/** Creates the text at the start of a panel: how to start a sandbox, and which token the panel uses. */
export const introduction = (): HTMLElement[] => [
  element(
    'p',
    {},
    'The client of this project calls a sandbox on your computer. To start the sandbox, run ',
    code(sandboxCommand(DEFAULT_ADDRESS)),
    ' in a clone of the repository. To undo the changes of your calls, run ',
    code(`curl -X POST ${DEFAULT_ADDRESS}/_sandbox/reset`),
    '.',
  ),
  element(
    'p',
    {},
    'The client requests its token with the public credentials of the sandbox. This page never asks for the secret or the token of a tenant: a script of this page or a browser extension could use a management token to change the whole tenant.',
  ),
];
