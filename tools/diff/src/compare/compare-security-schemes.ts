import { isDeepStrictEqual } from 'node:util';
import type { TreeNode } from '../document-tree.ts';
import type { ReportChange } from '../policy.ts';
import { canonicalUrl } from './compare-documents.ts';
import { compareMembers, compareOthers, compareTexts } from './compare-members.ts';

/** Compares the security schemes of two documents: types, token URLs, audiences and declared scopes. */
export function compareSecuritySchemes(before: TreeNode, after: TreeNode, report: ReportChange): void {
  const schemes = (document: TreeNode) => document.child('components')?.child('securitySchemes');
  compareMembers(schemes(before), schemes(after), {
    onRemoved: (name, node) => report('security-scheme-removed', node.refPointer, { name, removed: node }),
    onAdded: (name, { refPointer }) => report('security-scheme-added', refPointer, { name }),
    onBoth: (name, old, now) => {
      compareTexts(old, now, report, name);
      compareOthers(old, now, (key) => report('security-scheme-changed', `${now.pointer}/${key}`, { name }), [
        'bearerFormat',
        'flows',
      ]);
      compareMembers(old.child('flows'), now.child('flows'), {
        onRemoved: (flow, { refPointer }) => report('security-scheme-removed', refPointer, { name: `${name} ${flow}` }),
        onAdded: (flow, { refPointer }) => report('security-scheme-added', refPointer, { name: `${name} ${flow}` }),
        onBoth: (_flow, oldFlow, newFlow) => compareFlow(oldFlow, newFlow, report, name),
      });
    },
  });
}

const FORM = 'x-form-parameters';

function compareFlow(before: TreeNode, after: TreeNode, report: ReportChange, name: string): void {
  compareTexts(before, after, report, name, [FORM]);
  const [was, to] = [before.members['tokenUrl'], after.members['tokenUrl']];
  if (was !== to) {
    const changed = canonicalUrl(was) === canonicalUrl(to) ? 'text-changed' : 'token-url-changed';
    const kind = was === undefined ? 'token-url-added' : changed;
    report(kind, `${after.pointer}/tokenUrl`, { to: String(to ?? 'none') });
  }
  const [form, newForm] = [before.child(FORM)?.members ?? {}, after.child(FORM)?.members ?? {}];
  for (const key of new Set([...Object.keys(form), ...Object.keys(newForm)])) {
    if (isDeepStrictEqual(form[key], newForm[key])) continue;
    const kind = key === 'audience' ? 'audience-changed' : 'token-request-changed';
    report(kind, `${after.pointer}/${FORM}/${key}`, { to: String(newForm[key] ?? 'none') });
  }
  compareOthers(before, after, (key) => report('security-scheme-changed', `${after.pointer}/${key}`, { name }), [
    'tokenUrl',
    'scopes',
  ]);
  compareScopes(before.child('scopes'), after.child('scopes'), report);
}

/** Compares the scopes that a flow declares. A new scope with the description of a removed scope is its new name. */
function compareScopes(before: TreeNode | undefined, after: TreeNode | undefined, report: ReportChange): void {
  const membersOf = (node: TreeNode | undefined) => new Map(node?.children() ?? []);
  const [old, now] = [membersOf(before), membersOf(after)];
  const removed = [...old].filter(([name, { value }]) => !now.has(name) && value !== '');
  const oldNames = new Map<string, string>();
  for (const [to, { value, refPointer }] of now) {
    const used = [...oldNames.values()];
    const name = removed.find(([other, node]) => node.value === value && !used.includes(other))?.[0];
    if (name === undefined || old.has(to)) continue;
    oldNames.set(to, name);
    report('declared-scope-renamed', refPointer, { name, to });
  }
  compareMembers(
    before,
    after,
    {
      onRemoved: (scope, { refPointer }) => report('declared-scope-removed', refPointer, { name: scope }),
      onAdded: (scope, { refPointer }) => report('declared-scope-added', refPointer, { name: scope }),
      onBoth: (scope, { value }, { value: newValue, pointer }) => {
        if (value !== newValue) report('text-changed', pointer, { name: scope });
      },
    },
    (name) => oldNames.get(name) ?? name,
  );
}
