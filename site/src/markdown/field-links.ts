// Gives each field in the reference a permanent link with the name of the field, and folds the fields of its value.
import type { Element, ElementContent } from 'hast';
import { defineHastPlugin, type HastVisitorContext } from 'satteri';
import { isInReference } from './safe-reference.ts';

/** The start of the ids in a section, by the heading of the section. Other sections have no fields. */
const SECTIONS: Readonly<Record<string, string>> = {
  Parameters: 'parameter-',
  'Request body': 'request-',
  Response: 'response-',
  Failures: 'error-',
};

/** The text after the name of a field or a parameter, such as `: string` or ` (path): string`. */
const AFTER_NAME = /^(?: \((?:path|query|header|cookie)\))?: /;

/** Returns the elements of a node: those of the first paragraph and those after it, if it starts with a paragraph. */
function contentOf({ children }: Readonly<Element>): ElementContent[] {
  const shown = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [first] = shown;
  return first?.type === 'element' && first.tagName === 'p' ? first.children : shown;
}

/** Returns the code at the start of the list item of a field; `undefined` for another list item. */
function nameIn(item: Readonly<Element>): Element | undefined {
  const [name, after] = contentOf(item);
  const isField = name?.type === 'element' && name.tagName === 'code' && after?.type === 'text';
  return isField && AFTER_NAME.test(after.value) ? name : undefined;
}

/** The label of an alternative, such as `alternative 2`; `undefined` for another list item. */
function alternativeOf(item: Readonly<Element>): string | undefined {
  const [first] = contentOf(item);
  return first?.type === 'text' ? /^alternative \d+(?=: )/.exec(first.value)?.[0] : undefined;
}

/** Returns the names of a field and of the fields that contain it, from the outermost. */
function pathOf(item: Readonly<Element>, context: HastVisitorContext): string[] {
  const list = context.parent(item);
  const outer = list && context.parent(list as Element);
  const above = outer?.type === 'element' && outer.tagName === 'li' ? pathOf(outer, context) : [];
  const name = nameIn(item);
  const part = name === undefined ? alternativeOf(item)?.replace(' ', '-') : context.textContent(name);
  return part === undefined ? above : [...above, part.replaceAll(/\s+/g, '-')];
}

/** Sets the ids of the list items of fields, and puts nested lists of fields in `<details>`. */
export const fieldLinks = () => {
  const used = new Set<string>();
  let start: string | undefined;
  return defineHastPlugin({
    name: 'field-links',
    element: {
      filter: ['h2', 'li'],
      visit: (node, context) => {
        if (!isInReference(context)) return;
        if (node.tagName === 'h2') start = SECTIONS[context.textContent(node)];
        if (node.tagName === 'h2' || start === undefined) return;
        const name = nameIn(node);
        const label = name === undefined ? alternativeOf(node) : context.textContent(name);
        if (label === undefined) return;
        if (name !== undefined) {
          const path = start + pathOf(node, context).join('.');
          // Alternatives without a name can contain fields with the same path.
          const id = used.has(path) ? `${path}-${used.size}` : path;
          used.add(id);
          context.setProperty(node, 'id', id);
          context.setProperty(node, 'className', ['field']);
          const properties = { href: `#${encodeURIComponent(id)}`, className: ['field-link'] };
          context.wrapNode(name, { type: 'element', tagName: 'a', properties, children: [] });
        }
        const nested = node.children.findLast((child) => child.type === 'element');
        if (nested?.tagName !== 'ul') return;
        const properties = { dataSummary: `Fields of ${label}` };
        context.wrapNode(nested, { type: 'element', tagName: 'details', properties, children: [] });
      },
    },
  });
};
