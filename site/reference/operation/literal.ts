/** Maximum number of characters in a line of a code sample: few enough for a narrow page. */
const LINE_WIDTH = 72;

/**
 * Writes a JSON value as a TypeScript literal, with single quotes. Objects and arrays that do not fit on a line have one
 * line for each member.
 *
 * @param indentation Spaces before the lines after the first line.
 * @param used Number of characters before and after the literal on the first line.
 */
export function literal(value: unknown, indentation = '', used = 0): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || indentation.length + used + line.length <= LINE_WIDTH) return line;
  const inner = `${indentation}  `;
  const members = Array.isArray(value)
    ? value.map((member) => `${inner}${literal(member, inner, 1)},\n`)
    : Object.entries(value).map(([name, member]) => {
        const key = keyText(name);
        return `${inner}${key}: ${literal(member, inner, key.length + 3)},\n`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join('')}${indentation}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${keyText(name)}: ${onOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Writes a key. In a literal, `__proto__` sets the prototype unless the key is computed. */
function keyText(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringText(name);
}

/** Writes a string in single quotes, or in double quotes if the string contains only single quotes. */
function stringText(text: string): string {
  if (text.includes("'") && !text.includes('"')) return JSON.stringify(text);
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
