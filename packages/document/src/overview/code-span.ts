/** Writes a text as a code span in Markdown. Backticks in the text do not end it. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}
