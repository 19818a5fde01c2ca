// Shows the method of a call, such as `GET /users`, as a badge in the reference.
import type { Element } from 'hast';
import { defineHastPlugin } from 'satteri';
import { isInReference } from './safe-reference.ts';

const CALL = /^([A-Z]+)( \/.*)$/s;

export const methodBadges = defineHastPlugin({
  name: 'method-badges',
  element: {
    filter: ['code'],
    visit: (node, context) => {
      const [, method, path] = CALL.exec(context.textContent(node)) ?? [];
      const parent = context.parent(node);
      const isBlock = parent?.type === 'element' && parent.tagName === 'pre';
      if (!isInReference(context) || isBlock || method === undefined || path === undefined) return;
      const badge: Element = {
        type: 'element',
        tagName: 'span',
        properties: { className: ['method'], dataMethod: method },
        children: [{ type: 'text', value: method }],
      };
      const children: Element['children'] = [badge, { type: 'text', value: path }];
      context.replaceNode(node, { ...node, properties: { className: ['call'] }, children });
    },
  },
});
