import type { OperationBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { formatScopes, isJsonType, type OperationEntry, requiredScopes, uncallable } from 'tools-document/operations';
import { callArguments, sampleCall } from 'tools-document/samples';
import { code, description, fenced, firstSentence, page, plain, section } from '../markdown.ts';
import { callOf, groupOf, type Links, linksFrom, type Reference, titleOf } from '../reference.ts';
import { requestBodyText, successExamples, successTexts } from './body-text.ts';
import { curlSample, typeScriptSample } from './call-samples.ts';
import { parameterList } from './described-value.ts';
import { failureParts } from './failures.ts';
import type { FindType } from './generated-types.ts';
import { evidenceText, notShownParts, sandboxText } from './not-documented.ts';

/** Colors of the badges of Starlight, by method. */
const VARIANTS: Readonly<Record<string, string>> = {
  GET: 'note',
  HEAD: 'note',
  POST: 'success',
  PUT: 'caution',
  PATCH: 'caution',
  DELETE: 'danger',
};

/** Explanations of the names that the samples use without declaring them. */
const UNDECLARED = {
  readSecret: '`readSecret` is a function of your service that returns the client secret.',
  accessToken: '`accessToken` is an access token, or a function that returns one.',
};

/** Writes the page of an operation. */
export function operationPage(reference: Reference, entry: OperationEntry): string {
  const links = linksFrom(reference, 'operations');
  const { document, findType } = reference;
  const { id, method, path, operation } = entry;
  const find: FindType = (...names) => findType('paths', path, method.toLowerCase(), ...names);
  const title = titleOf(entry);
  const lifecycle = operation['x-release-lifecycle'];
  return page(
    {
      title,
      description: firstSentence(operation.description) || `${method} ${path}`,
      sidebar: {
        label: title,
        order: reference.operations.indexOf(entry),
        badge: { text: method, variant: VARIANTS[method] ?? 'default' },
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
      ...section('Call', ...callParts(document, entry, links)),
      ...section('Example response', ...successExamples(document, operation, find)),
      ...section('Parameters', parameterList(entry.parameters, document)),
      ...section('Request body', ...requestBodyText(operation, find)),
      ...section('Response', ...successTexts(document, entry, find)),
      ...section('Failures', ...failureParts(operation, find, links)),
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

/** Writes the samples of the call, each below its language. */
function callParts(document: OpenApiDocument, entry: OperationEntry, links: Links): string[] {
  const typeScript = typeScriptSample(document, entry);
  const unsupported = uncallable(document, entry);
  const curl = unsupported === undefined ? curlSample(document, entry) : undefined;
  const undeclared = typeScript && UNDECLARED[typeScript.includes('readSecret') ? 'readSecret' : 'accessToken'];
  const token = `The sample for curl reads an [access token](${links.page('index.md')}#request-an-access-token) from the variable \`TOKEN\`.`;
  return [
    typeScript === undefined
      ? `This page has no sample in TypeScript: ${unsupported ?? 'the document has no valid example of the call'}.`
      : `**TypeScript**\n\n${fenced('ts', typeScript)}`,
    curl === undefined ? '' : `**curl**\n\n${fenced('sh', curl)}`,
    ...fullBody(document, entry),
    [undeclared, curl && token].filter(Boolean).join(' '),
  ];
}

/** Writes the whole sample of a JSON body, if the samples of the call contain only its required part. */
function fullBody(document: OpenApiDocument, entry: OperationEntry): string[] {
  const call = sampleCall(document, entry);
  if (call.skipped !== undefined || !isJsonType(call.mediaType ?? '')) return [];
  const json = JSON.stringify(call.body, null, 2);
  const isShort = json === JSON.stringify(callArguments(document, entry, true)?.body, null, 2);
  return isShort ? [] : ['**The body with optional fields**', fenced('json', json)];
}
