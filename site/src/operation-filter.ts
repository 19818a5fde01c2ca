// Hides the rows of the list of operations that do not contain the typed words, and the groups without rows.

const field = document.querySelector<HTMLInputElement>('.operation-filter input');
const count = document.querySelector('.operation-filter [role=status]');
const groups = [...document.querySelectorAll<HTMLTableElement>('main table')]
  .map(readGroup)
  .filter(({ rows }) => rows.length > 0);
const total = groups.flatMap(({ rows }) => rows).length;

/** Returns a table of operations, its heading and the elements between them, and its rows with their texts. */
function readGroup(table: HTMLTableElement) {
  const elements: HTMLElement[] = [table];
  let first: HTMLElement = table;
  while (!first.matches('.sl-heading-wrapper') && first.previousElementSibling instanceof HTMLElement) {
    first = first.previousElementSibling;
    elements.push(first);
  }
  const rows = [...table.querySelectorAll<HTMLElement>('tr:has(a[href*="/operations/"])')];
  const textOf = (row: HTMLElement) => `${first.textContent} ${row.textContent}`.toLowerCase();
  return { elements, rows: rows.map((element) => ({ element, text: textOf(element) })) };
}

function show(elements: readonly HTMLElement[], isShown: boolean): void {
  for (const { style } of elements) style.display = isShown ? '' : 'none';
}

function filter(): void {
  const words = field?.value.toLowerCase().split(/\s+/) ?? [];
  let found = 0;
  for (const { elements, rows } of groups) {
    const matching = rows.filter(({ text }) => words.every((word) => text.includes(word)));
    for (const row of rows) show([row.element], matching.includes(row));
    show(elements, matching.length > 0);
    found += matching.length;
  }
  if (count !== null) count.textContent = words.join('') === '' ? '' : `${found} of ${total} operations`;
}

field?.addEventListener('input', filter);
