import { escapeKey } from 'tenant-management-document';
import { methodsOf } from '../match-operations.ts';
import { compareMembers } from '../named-members.ts';
import type { Place } from '../place.ts';
import type { ChangeList, Report } from '../report/change-list.ts';
import { noteComponents, type SchemaContext } from '../schema/schema-context.ts';
import { compareTexts } from '../texts.ts';
import { compareMediaTypes } from './compare-media-types.ts';
import { compareOthers } from './compare-others.ts';

/** The lists that the comparison of webhooks and callbacks extends. */
export type CallbackContext = Omit<SchemaContext, 'direction' | 'report' | 'isSeed'>;

/** Compares the webhooks of two documents. */
export function compareWebhooks(before: Place, after: Place, list: ChangeList, context: CallbackContext): void {
  const report = list.reportFor(null);
  compareMembers(before.child('webhooks'), after.child('webhooks'), {
    onRemoved: (name, { site }) => report('callback-changed', site, { name: `the webhook \`${name}\`` }),
    onAdded: (name, { site }) => report('callback-added', site, { name: `the webhook \`${name}\`` }),
    onBoth: (name, old, now) => comparePathItem(old, now, `the webhook \`${name}\``, report, context),
  });
}

/** Compares the callbacks of an operation. */
export function compareCallbacks(before: Place, after: Place, report: Report, context: CallbackContext): void {
  compareMembers(before.child('callbacks'), after.child('callbacks'), {
    onRemoved: (name, { site }) => report('callback-changed', site, { name: `the callback \`${name}\`` }),
    onAdded: (name, { site }) => report('callback-added', site, { name: `the callback \`${name}\`` }),
    onBoth: (name, old, now) => {
      noteComponents(old, now, { ...context, report, direction: 'response', isSeed: false });
      compareMembers(old, now, {
        onRemoved: (url, { site }) =>
          report('callback-changed', site, { name: `the URL ${url} of the callback \`${name}\`` }),
        onAdded: (url, { site }) =>
          report('callback-added', site, { name: `the URL ${url} of the callback \`${name}\`` }),
        onBoth: (_url, oldItem, newItem) =>
          comparePathItem(oldItem, newItem, `the callback \`${name}\``, report, context),
      });
    },
  });
}

function comparePathItem(before: Place, after: Place, name: string, report: Report, context: CallbackContext): void {
  compareTexts(before, after, report, name);
  const [old, now] = [methodsOf(before), methodsOf(after)];
  for (const [method, operation] of old) {
    const other = now.get(method);
    if (other === undefined) report('callback-changed', operation.site, { name });
    else compareIncoming(operation, other, name, report, context);
  }
  for (const [method, { site }] of now) if (!old.has(method)) report('callback-added', site, { name });
  compareOthers(before, after, (key) => report('callback-changed', `${after.pointer}/${escapeKey(key)}`, { name }), [
    ...old.keys(),
    ...now.keys(),
    'additionalOperations',
  ]);
}

/** Compares a request of the API to the caller. The caller reads its body, and sends the response. */
function compareIncoming(before: Place, after: Place, name: string, report: Report, context: CallbackContext): void {
  compareTexts(before, after, report, name);
  const [body, newBody] = [before.child('requestBody'), after.child('requestBody')];
  const read: SchemaContext = { ...context, report, direction: 'response', isSeed: false };
  if (body === undefined && newBody !== undefined) report('response-content-refined', newBody.site);
  else if (body !== undefined && newBody === undefined) report('response-content-removed', body.site);
  else if (body !== undefined && newBody !== undefined) {
    noteComponents(body, newBody, read);
    compareTexts(body, newBody, report, name);
    if (body.node['required'] === true && newBody.node['required'] !== true)
      report('callback-changed', newBody.pointer, { name: `the body of ${name}` });
    compareMediaTypes(body.child('content'), newBody.child('content'), {
      context: read,
      name: '',
      onAdded: (type, pointer) => report('response-media-type-added', pointer, { name: type }),
      onRemoved: (type, pointer) => report('response-media-type-removed', pointer, { name: type }),
    });
  }
  const send: SchemaContext = { ...read, direction: 'request' };
  compareMembers(before.child('responses'), after.child('responses'), {
    onRemoved: (status, { site }) => report('callback-changed', site, { name: `the response ${status} to ${name}` }),
    onAdded: (status, { site }) => report('callback-added', site, { name: `the response ${status} to ${name}` }),
    onBoth: (_status, old, now) => {
      noteComponents(old, now, send);
      compareTexts(old, now, report, name);
      compareMediaTypes(old.child('content'), now.child('content'), {
        context: send,
        name: '',
        onAdded: (type, pointer) => report('request-media-type-added', pointer, { name: type }),
        onRemoved: (type, pointer) => report('request-media-type-removed', pointer, { name: type }),
      });
      compareOthers(old, now, (key) => report('callback-changed', `${now.pointer}/${key}`, { name }), ['content']);
    },
  });
  compareOthers(before, after, (key) => report('callback-changed', `${after.pointer}/${escapeKey(key)}`, { name }), [
    'operationId',
    'deprecated',
    'requestBody',
    'responses',
  ]);
}
