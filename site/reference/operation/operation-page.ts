import { isDeepStrictEqual } from 'node:util';
import type { OperationBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { formatScopes, isJsonType, type OperationEntry, requiredScopes, uncallable } from 'tools-document/operations';
import { callArguments, sampleCall } from 'tools-document/samples';
import { changesTenant, obstacleText } from '../../../packages/cli/src/command-operation.ts';
import { code, description, fenced, fencedJson, firstSentence, page, plain, section } from '../markdown.ts';
import { methodColor } from '../method-color.ts';
import { callOf, groupOf, type Links, linksFrom, type Reference, titleOf } from '../reference.ts';
import { requestBodyText, successExamples, successTexts } from './body-text.ts';
import { curlSample, typeScriptSample } from './call-samples.ts';
import { commandSample } from './command-sample.ts';
import { parameterList } from './described-value.ts';
import { failureParts } from './failures.ts';
import { evidenceText, notShownParts, sandboxText } from './not-documented.ts';
import { sandboxSample } from './sandbox-sample.ts';
import type { PageSchemas } from './schema-rows.ts';

/** Explanations of the names that the samples use without declaring them. */
const UNDECLARED = {
  readSecret: '`readSecret` is a function of your service that returns the client secret.',
  accessToken: '`accessToken` is an access token, or a function that returns one.',
};

/** Writes the page of an operation. */
export function operationPage(reference: Reference, entry: OperationEntry): string {
  const links = linksFrom(reference, 'operations');
  const { document } = reference;
  const { id, method, path, operation } = entry;
  const order = reference.operations.indexOf(entry);
  const typed = reference.typedOperations[order] ?? entry;
  const schemas: PageSchemas = { document: reference.typed, shown: new Set() };
  const title = titleOf(entry);
  const lifecycle = operation['x-release-lifecycle'];
  return page(
    {
      title,
      description: firstSentence(operation.description) || `${method} ${path}`,
      sidebar: {
        label: title,
        order,
        badge: { text: method, variant: methodColor(method) },
      },
      operation: id,
      group: groupOf(entry),
      method,
      path,
      ...(lifecycle !== undefined && { lifecycle }),
      ...(operation.deprecated === true && { deprecated: true, banner: { content: 'This operation is deprecated.' } }),
    },
    [
      callOf(entry),
      operation.deprecated === true ? '**Deprecated:** do not use this operation in new code.' : '',
      operation.description === undefined
        ? 'The document has no description of this operation.'
        : description(operation.description),
      terms(entry, reference),
      ...section('Call', ...callParts(reference, entry, links)),
      ...section('Example request', ...fullBody(document, entry)),
      ...section('Example response', ...successExamples(document, operation)),
      ...section('Parameters', parameterList(schemas, typed.parameters)),
      ...section('Request body', ...requestBodyText(schemas, typed.operation)),
      ...section('Response', ...successTexts(schemas, typed)),
      ...section('Failures', ...failureParts(schemas, typed.operation, links)),
      ...section('In the sandbox', ...sandboxText(reference.behavior.operations[id], links)),
      ...section('Not documented by the API', ...notShownParts(operation, links)),
    ],
  );
}

/** Writes the operation id, the lifecycle and the scopes. */
function terms({ id, operation }: OperationEntry, { document, behavior }: Reference): string {
  const lifecycle = operation['x-release-lifecycle'];
  return [
    `**Operation id:** ${code(id)}`,
    `**Release lifecycle:** ${lifecycle === undefined ? 'not documented by the API' : plain(lifecycle)}`,
    `**Scopes:** ${scopeText(requiredScopes(document, operation), behavior.operations[id]?.scopes)}`,
  ].join('  \n');
}

function scopeText(scopes: readonly (readonly string[])[] | null, assumed: OperationBehavior['scopes']): string {
  if (scopes !== null)
    return scopes.every((one) => one.length === 0)
      ? 'none; the call needs no token'
      : `the token needs ${formatScopes(scopes)}`;
  const advice = 'not documented by the API; ask the owner of your tenant';
  if (assumed === undefined) return advice;
  return `${advice}. The sandbox requires ${formatScopes(assumed.any.map((one) => [one]))} (${evidenceText(assumed.source)})`;
}

/** Writes the samples of the call, each below the label of its tab. */
function callParts(reference: Reference, entry: OperationEntry, links: Links): string[] {
  const { document } = reference;
  const typeScript = typeScriptSample(document, entry);
  const unsupported = uncallable(document, entry);
  const why = `This operation has no such sample: ${unsupported ?? 'the document has no valid example of the call'}`;
  const command = reference.commands[reference.operations.indexOf(entry)];
  const curl = unsupported === undefined ? curlSample(document, entry) : undefined;
  const confirmation = command && changesTenant(command) ? ' and for a confirmation' : '';
  const token = `[access token](${links.page('index.md')}#request-an-access-token)`;
  const tab = (label: string, language: string, sample: string | undefined, note: string, reason = why) =>
    sample === undefined ? [`**${label}**`, `${plain(reason)}.`] : [`**${label}**`, fenced(language, sample), note];
  return [
    tab('TypeScript', 'ts', typeScript, UNDECLARED[typeScript?.includes('readSecret') ? 'readSecret' : 'accessToken']),
    tab(
      ...(['Command line', 'sh', command && commandSample(document, entry, command)] as const),
      `The command asks for the client secret${confirmation}: see [Command line](${links.guide('../packages/cli/README.md')}).`,
      command?.obstacle ? obstacleText(command) : why,
    ),
    tab('curl', 'sh', curl, `This command reads an ${token} from the variable \`TOKEN\`.`),
    tab(
      ...(['Sandbox test', 'ts', sandboxSample(reference, entry)] as const),
      `Run this test with \`node --test\`: see [Testing with the sandbox](${links.guide('testing.md')}).`,
      entry.method === 'HEAD' ? 'This page has no sandbox test of HEAD' : why,
    ),
  ].flat();
}

/** Writes the whole sample of a JSON body, if the samples of the call contain only its required part. */
function fullBody(document: OpenApiDocument, entry: OperationEntry): string[] {
  const call = sampleCall(document, entry);
  if (call.skipped !== undefined || !isJsonType(call.mediaType ?? '')) return [];
  const isShort = isDeepStrictEqual(call.body, callArguments(document, entry, true)?.body);
  return isShort ? [] : ['The body with its optional fields:', fencedJson(call.body)];
}
