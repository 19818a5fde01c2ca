import type { Audience, Bump } from './change.ts';
import type { TreeNode } from './document-tree.ts';

/**
 * Rating of a kind of change: the version that it needs, the groups whose code or configuration it breaks, and what
 * callers do. The action has placeholders for the members of `Names`, and `{member}` for the last key of the pointer.
 */
interface Rating {
  readonly bump: Bump;
  readonly breaks: readonly Audience[];
  readonly action: string;
}

const major = (breaks: Audience | readonly Audience[], action: string): Rating => ({
  bump: 'major',
  breaks: typeof breaks === 'string' ? [breaks] : breaks,
  action,
});
const minor = (action: string): Rating => ({ bump: 'minor', breaks: [], action });
const patch = (action: string): Rating => ({ bump: 'patch', breaks: [], action });

/**
 * The rating of each kind of change. `major`: something that compiled or worked before can stop doing so. `minor`: old
 * calls and the code for their results still work, but the document shows, allows or announces something else. `patch`:
 * the change has no effect on calls, results and the types of both.
 */
export const POLICY = {
  'operation-added': minor('Call {name} if you need it.'),
  'operation-removed': major(['senders', 'sandbox'], 'Remove the calls of {name}, and the tests of these calls.'),
  'operation-id-renamed': major(
    ['senders', 'operators', 'sandbox'],
    'Replace the operation id `{name}` with `{to}` in types, in the catalogue, in commands and in tests.',
  ),
  'operation-deprecated': minor('Plan to replace the calls of {name}: the operation is deprecated.'),
  'operation-undeprecated': patch('Nothing to do: {name} is no longer deprecated.'),
  'command-removed': major(
    'operators',
    'Use the client for {name} instead of the command line, which cannot send {to}.',
  ),
  'method-changed': major(['senders', 'sandbox'], 'Replace {name} with {to} in calls.'),
  'path-renamed': major(['senders', 'sandbox'], 'Replace the path {name} with {to} in calls and in tests.'),
  'path-parameter-renamed': major('senders', 'Replace the path {name} with {to} in calls, and rename the parameter.'),
  'lifecycle-changed': minor('Check whether you can use {name}: its lifecycle is now {to}.'),
  'lifecycle-deprecated': minor('Plan to replace the calls of {name}: its lifecycle is Deprecated.'),
  'not-shown-changed': patch('Nothing to do: only x-not-shown changed, the list of what the API does not document.'),
  'text-changed': patch('Nothing to do: the change of {member} has no effect on requests and responses.'),
  'definition-changed': patch('Nothing to do: {member} has an effect only at the places that refer to it.'),
  'example-changed': patch('Nothing to do: only an example changed: {member}.'),
  'extension-changed': patch('Nothing to do: only an extension changed: {member}.'),

  'parameter-added': minor('Pass the parameter `{name}` if you need it.'),
  'required-parameter-added': major('senders', 'Pass the parameter `{name}`, which is required.'),
  'parameter-removed': major('senders', 'Do not pass the parameter `{name}`.'),
  'parameter-renamed': major('senders', 'Pass the parameter `{to}` instead of `{name}`.'),
  'parameter-became-required': major('senders', 'Pass the parameter `{name}`, which is now required.'),
  'parameter-became-optional': minor('You can omit the parameter `{name}`.'),
  'parameter-deprecated': minor('Plan to omit the parameter `{name}`: the parameter is deprecated.'),
  'parameter-empty-allowed': minor('You can send the parameter `{name}` with an empty value.'),
  'parameter-serialization-changed': major('senders', 'Send the parameter `{name}` in the new format.'),
  'request-body-added': minor('Pass a body if you need it.'),
  'required-request-body-added': major('senders', 'Pass a body, which is required.'),
  'request-body-removed': major('senders', 'Do not pass a body.'),
  'request-body-became-required': major('senders', 'Pass a body, which is now required.'),
  'request-body-became-optional': minor('You can omit the body.'),
  'request-media-type-added': minor('You can send the body as {name}.'),
  'request-media-type-removed': major('senders', 'Send the body with a media type other than {name}.'),
  'request-body-became-json': major('senders', 'Pass the body as JSON: the document now shows the media type {name}.'),
  'request-encoding-changed': major('senders', 'Send the parts of the body in the new encoding.'),

  'success-status-added': major('readers', 'Handle the status {name}, which changes the type of `data`.'),
  'success-status-removed': major('readers', 'Remove the code for the status {name}.'),
  'success-status-changed': major(['readers', 'sandbox'], 'Expect the status {to} instead of {name}.'),
  'success-status-refined': minor('Nothing to do: the document now shows {to} instead of {name}.'),
  'success-status-widened': major(
    'readers',
    'Handle statuses other than {name}: the document now shows {to}, which includes {name}.',
  ),
  'failure-status-added': minor('Handle the status {name} if your code must distinguish it from other failures.'),
  'failure-status-removed': major('readers', 'Do not rely on the status {name}.'),
  'response-header-added': minor('Read the header field `{name}` if you need it.'),
  'response-header-removed': major('readers', 'Do not read the header field `{name}`.'),
  'response-header-became-optional': major('readers', 'Handle a response without the header field `{name}`.'),
  'response-header-became-required': minor('Nothing to do: the header field `{name}` is now always present.'),
  'response-header-deprecated': minor('Plan to stop reading the header field `{name}`: it is deprecated.'),
  'response-serialization-changed': major('readers', 'Parse `{name}` in the new format.'),
  'response-content-added': major('readers', 'Handle content in `data`: the type of `data` was undefined before.'),
  'response-content-refined': minor('Read `data` if you need it: the document now shows its content.'),
  'response-content-removed': major('readers', 'Do not read `data`: the response has no content.'),
  'response-media-type-added': major('readers', 'Handle content of the media type {name}.'),
  'failure-media-type-added': minor('Handle failures with content of the media type {name} if you read their bodies.'),
  'response-media-type-repeated': minor('Nothing to do: {name} has the schema of the other JSON content.'),
  'response-media-type-removed': major('readers', 'Do not expect content of the media type {name}.'),

  'request-field-added': minor('Send the field `{name}` if you need it.'),
  'request-required-field-added': major('senders', 'Send the field `{name}`, which is required.'),
  'request-field-removed': major('senders', 'Do not send the field `{name}`.'),
  'request-field-renamed': major('senders', 'Send the field `{to}` instead of `{name}`.'),
  'request-field-became-required': major('senders', 'Send the field `{name}`, which is now required.'),
  'request-field-became-optional': minor('You can omit the field `{name}`.'),
  'request-field-became-read-only': major('senders', 'Do not send the field `{name}`, which is now read-only.'),
  'request-field-became-writable': minor('You can send the field `{name}`.'),
  'response-field-added': minor('Read the field `{name}` if you need it.'),
  'response-field-removed': major('readers', 'Do not read the field `{name}`.'),
  'response-field-renamed': major('readers', 'Read the field `{to}` instead of `{name}`.'),
  'response-field-became-required': minor('Nothing to do: the field `{name}` is now always present.'),
  'response-field-became-optional': major('readers', 'Handle a response without the field `{name}`.'),
  'response-field-became-write-only': major('readers', 'Do not read the field `{name}`, which is now write-only.'),
  'response-field-became-readable': minor('Read the field `{name}` if you need it.'),
  'field-deprecated': minor('Plan to stop using `{name}`: the field is deprecated.'),

  'request-type-changed': major('senders', 'Send `{name}` with the new type: {from} → {to}.'),
  'request-type-narrowed': major('senders', 'Send `{name}` only with these types: {from} → {to}.'),
  'request-type-widened': minor('You can send `{name}` with these types: {from} → {to}.'),
  'request-null-allowed': minor('You can send null as `{name}`.'),
  'request-null-removed': major('senders', 'Do not send null as `{name}`.'),
  'request-enum-value-added': minor('You can send {to} as `{name}`.'),
  'request-enum-value-removed': major('senders', 'Do not send {to} as `{name}`.'),
  'request-enum-added': major('senders', 'Send only the listed values as `{name}`: {to}.'),
  'request-enum-removed': minor('You can send any value as `{name}`: the document no longer lists the values.'),
  'request-bounds-narrowed': major('senders', 'Keep `{name}` within the new bounds: {from} → {to}.'),
  'request-bounds-widened': minor('You can send `{name}` within wider bounds: {from} → {to}.'),
  'request-format-added': major('senders', 'Send `{name}` in the new format: {from} → {to}.'),
  'request-format-changed': major('senders', 'Send `{name}` in the new format: {from} → {to}.'),
  'request-format-removed': minor('You can send `{name}` in any format: {from} → {to}.'),
  'request-default-added': minor('You can omit `{name}`, which then has the default {to}.'),
  'request-default-changed': major('senders', 'Send `{name}` if you need its old default: {from} → {to}.'),
  'request-default-removed': major('senders', 'Send `{name}`, which no longer has the default {from}.'),
  'request-alternative-added': minor('You can send a new alternative of `{name}`: {to}.'),
  'request-alternative-removed': major('senders', 'Do not send this alternative of `{name}`: {to}.'),
  'request-alternative-overlaps': major(
    'senders',
    'Check the values that you send as `{name}`: a value that also matches the alternative {to} is not valid.',
  ),
  'request-discriminator-changed': major('senders', 'Send `{name}` with the new discriminator.'),
  'request-additional-fields-removed': major('senders', 'Send no additional fields in `{name}`.'),
  'request-additional-fields-added': minor('You can send additional fields in `{name}`.'),
  'request-map-added': major('senders', 'Send additional fields of `{name}` only with the documented type.'),
  'request-map-removed': major('senders', 'Send no undeclared fields in `{name}`: the types no longer allow them.'),
  'request-rule-added': major('senders', 'Send `{name}` only with values that follow the rule `{to}`.'),
  'request-rule-removed': minor('You can send `{name}` with values that the rule `{to}` did not allow.'),
  'request-rule-changed': major('senders', 'Check that the values that you send as `{name}` match its changed schema.'),

  'response-type-changed': major('readers', 'Read `{name}` with the new type: {from} → {to}.'),
  'response-type-narrowed': major('readers', 'Remove the code for types of `{name}` other than {to}: {from} → {to}.'),
  'response-type-shown': minor('Nothing to do: the document now shows the type of `{name}`: {from} → {to}.'),
  'response-type-widened': major('readers', 'Handle these types of `{name}`: {from} → {to}.'),
  'known-values-changed': minor('Check the new list of known values of `{name}`: {to}.'),
  'response-number-became-integer': minor('Nothing to do: `{name}` is now always an integer.'),
  'response-null-allowed': major('readers', 'Handle null as the value of `{name}`.'),
  'response-null-removed': minor('Nothing to do: `{name}` can no longer be null.'),
  'response-enum-value-added': major('readers', 'Handle {to} as a value of `{name}`.'),
  'response-enum-value-removed': major('readers', 'Remove the code for {to} as a value of `{name}`.'),
  'response-enum-added': major('readers', 'Remove the code for values of `{name}` other than {to}.'),
  'response-enum-removed': major('readers', 'Handle any value of `{name}`: the document no longer lists the values.'),
  'response-bounds-narrowed': minor('Nothing to do: the bounds of `{name}` are narrower: {from} → {to}.'),
  'response-bounds-widened': major('readers', 'Handle `{name}` within wider bounds: {from} → {to}.'),
  'response-format-added': minor('Nothing to do: `{name}` now has a documented format: {from} → {to}.'),
  'response-format-changed': major('readers', 'Read `{name}` in the new format: {from} → {to}.'),
  'response-format-removed': major('readers', 'Handle `{name}` in any format: {from} → {to}.'),
  'response-default-changed': patch('Nothing to do: the default of `{name}` has no effect on responses.'),
  'response-alternative-added': major('readers', 'Handle a new alternative of `{name}`: {to}.'),
  'response-alternative-removed': major('readers', 'Remove the code for this alternative of `{name}`: {to}.'),
  'response-discriminator-changed': major('readers', 'Read `{name}` with the new discriminator.'),
  'response-additional-fields-removed': minor('Nothing to do: `{name}` has only the documented fields.'),
  'response-additional-fields-added': minor('Nothing to do: ignore additional fields of `{name}`.'),
  'response-map-added': minor('Read the additional fields of `{name}` if you need them.'),
  'response-map-removed': major('readers', 'Do not read undeclared fields of `{name}`.'),
  'response-rule-added': minor('Nothing to do: `{name}` now follows the rule `{to}`.'),
  'response-rule-removed': major('readers', 'Handle values of `{name}` that the rule `{to}` did not allow.'),
  'response-rule-changed': major('readers', 'Check that your code can read `{name}` with its changed schema.'),

  'component-added': minor('Use the type of the component `{name}` if you need it.'),
  'unused-component-changed': minor(
    'Check the code that names the type of `{name}`: no operation uses this component.',
  ),
  'component-removed': major(
    ['readers', 'senders'],
    'Replace the type of `{name}`: the document no longer has this component.',
  ),
  'component-renamed': major(['readers', 'senders'], 'Replace the type name `{name}` with `{to}` in your code.'),
  'response-component-renamed': major('readers', 'Replace the type name `{name}` with `{to}` for responses.'),

  'scope-added': major('operators', 'Grant the client the scopes that {name} needs: {to}.'),
  'scope-removed': minor('You can request fewer scopes for {name}, which now needs: {to}.'),
  'scopes-shown': minor('Check that the client has the scopes that {name} needs: {to}.'),
  'scopes-hidden': major(
    'operators',
    'List the scopes of {name} in your configuration: the document no longer shows them.',
  ),
  'authentication-added': major(['senders', 'operators'], 'Send a token when you call {name}.'),
  'authentication-removed': minor('You can call {name} without a token.'),
  'security-alternative-removed': major('operators', 'Authorize the calls of {name} with {to} instead of {from}.'),
  'security-scheme-added': minor('You can use the security scheme {name}.'),
  'security-scheme-removed': major('operators', 'Do not use the security scheme {name}.'),
  'security-scheme-changed': major('operators', 'Configure the security scheme {name} as the document now shows it.'),
  'declared-scope-added': minor('Grant the scope `{name}` if you need it.'),
  'declared-scope-removed': major(['operators', 'sandbox'], 'Do not grant or request the scope `{name}`.'),
  'declared-scope-renamed': major(['operators', 'sandbox'], 'Grant and request the scope `{to}` instead of `{name}`.'),
  'token-url-added': minor('You can use the token URL of the document: {to}.'),
  'token-url-changed': major('operators', 'Request tokens from the new token URL {to}.'),
  'audience-changed': major('operators', 'Request tokens for the new audience: {to}.'),
  'token-request-changed': major('operators', 'Send the token request with the changed form parameters.'),
  'server-added': minor('You can use the server {name}.'),
  'server-removed': major('operators', 'Do not use the server {name}.'),
  'server-changed': major(['senders', 'operators'], 'Use the server {to} instead of {name}.'),
  'server-variable-changed': minor('Check the variable `{to}` of the server {name}.'),
  'server-variable-default-changed': major(
    'operators',
    'Set the variable `{to}` of the server {name} if you need its old default {from}.',
  ),
  'server-variable-removed': major('operators', 'Do not set the variable `{to}` of the server {name}.'),
  'server-variable-narrowed': major(
    'operators',
    'Use only the listed values of the variable `{to}` of the server {name}: {from}.',
  ),
  'member-changed': major(['readers', 'senders'], 'Check your code: {name} changed in the document.'),

  'sandbox-alias-added': minor('You can use the alias `{name}` in tests.'),
  'sandbox-alias-removed': major('sandbox', 'Replace the alias `{name}` in tests with the key of the resource.'),
  'sandbox-alias-renamed': major('sandbox', 'Replace the alias `{name}` with `{to}` in tests.'),
  'sandbox-alias-changed': major(
    'sandbox',
    'Check the tests that use the alias `{name}`: it now stands for the resource `{to}`.',
  ),
  'sandbox-scopes-changed': major('sandbox', 'Use tokens with one of these scopes in tests of {name}: {to}.'),
  'sandbox-scopes-widened': minor('You can use tokens with other scopes in tests of {name}: {to}.'),
} as const satisfies Readonly<Record<string, Rating>>;

export type ChangeKind = keyof typeof POLICY;

/** The values of the placeholders in an action. If a value is absent or empty, the action says "the body" instead. */
export interface Names {
  readonly name?: string;
  readonly from?: string;
  readonly to?: string;
  /** If the change renames a place: its pointer in the old document. */
  readonly renamed?: string;
  /** If the change removes a node: the node in the old document. The pointer is then also for the old document. */
  readonly removed?: TreeNode;
}

/** Records a change. The pointer is for the new document, unless `names` has `removed`. */
export type ReportChange = (kind: ChangeKind, pointer: string, names?: Names) => void;
