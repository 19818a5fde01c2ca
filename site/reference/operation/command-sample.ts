import type { OpenApiDocument } from 'tools-document/model';
import type { OperationEntry } from 'tools-document/operations';
import { callArguments } from 'tools-document/samples';
import { quoted } from '../../../common/formatting.ts';
import { type CommandOperation, commandName } from '../../../packages/cli/src/command-operation.ts';
import { sampleServer } from './call-samples.ts';

/** A word that a shell reads unchanged. */
const PLAIN_WORD = /^[\w./:@=+-]+$/;

/**
 * Returns the command that calls an operation with its required arguments. It is one line, because a line cannot be
 * continued in each shell.
 *
 * @returns `undefined` if the operation has no valid sample or no command.
 */
export function commandSample(document: OpenApiDocument, entry: OperationEntry, command: CommandOperation) {
  const call = callArguments(document, entry, true);
  if (call === undefined || command.obstacle !== null) return undefined;
  const { path = {}, query = {} } = call.params;
  const { url, tenantDomain } = sampleServer(document);
  return [
    'tenant-management',
    commandName(command),
    ...command.pathParameters.map((name) => word(path[name])),
    ...Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one) => `--query ${word(`${name}=${one}`)}`),
    ),
    ...(call.body === undefined ? [] : [`--body ${word(JSON.stringify(call.body))}`]),
    tenantDomain === undefined ? `--base-url ${url}` : `--domain ${tenantDomain}`,
    '--client-id help-desk',
  ].join(' ');
}

const word = (value: unknown): string => (PLAIN_WORD.test(String(value)) ? String(value) : quoted(String(value)));
