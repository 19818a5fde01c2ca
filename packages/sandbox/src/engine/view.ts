import { isObject } from 'tenant-management-document';
import type { View } from '../built-document.js';

/** Returns the part of an item that a response shows. A value that is not an object is not changed. */
export function show(item: unknown, view: View): unknown {
  if (Array.isArray(item)) return item.map((one) => show(one, view));
  if (!isObject(item)) return item;
  const { allowed, hidden, required, values = {}, nested = {} } = view;
  const isShown = (name: string) => !hidden.includes(name) && (allowed?.includes(name) ?? true);
  const missing = Object.entries(required).filter(([name]) => item[name] === undefined || !isShown(name));
  const shown = Object.entries(item)
    .filter(([name]) => isShown(name))
    .map(([name, value]) => {
      const inner = Object.hasOwn(nested, name) ? nested[name] : undefined;
      const only = Object.hasOwn(values, name) ? values[name] : undefined;
      if (only !== undefined && !only.includes(value)) return [name, only[0]];
      return [name, inner === undefined ? value : show(value, inner)];
    });
  // Object.fromEntries creates an own property even for the name `__proto__`.
  return Object.fromEntries([...shown, ...missing]);
}
