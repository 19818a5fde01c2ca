import { type FactRow, type FactsTable, factHeading } from './facts-table.ts';

/**
 * Writes the page of facts as Markdown.
 *
 * @param folder Folder of the facts, from the root of the project.
 * @param withoutFacts Methods and paths of the operations that no fact is about.
 */
export function renderFacts(table: FactsTable, folder: string, withoutFacts: readonly string[] = []): string {
  const { document, headings, checks, facts } = table;
  const chapters = headings.map(([section, title]) => {
    const rows = facts.filter((fact) => factHeading(fact, table) === section);
    return `## ${section === 'ours' ? title : `${section} ${title}`}\n\n${tableOf(rows)}\n`;
  });
  const list = Object.entries(checks).map(
    ([name, { file, meaning }]) => `- **${name}** ([\`${file}\`](../${file})): ${meaning}`,
  );
  const missing =
    withoutFacts.length === 0
      ? ''
      : `\n## Operations without facts\n\nThese operations have not been compared with the source:\n\n${withoutFacts.map((call) => `- \`${call}\`\n`).join('')}`;
  return `<!-- Made from ${folder} by \`npm run generate\`. Do not edit. -->

# Facts of the source

The source of [\`${document}\`](../${document}) is a description of the API, which is not in this
repository. This page lists each fact in the source, its section, and the JSON Pointer to its place in the document. "No"
before a pointer means that the document must not have a value there. The last chapter lists the decisions of the
document that are not in the source. Facts that end in "has no keywords other than those on this page" do not apply
to \`example\` and \`examples\`, because the source has no examples.

The facts test ([\`facts.test.ts\`](../${folder}/facts.test.ts)) compares the value at each place in the document with
the fact. The test also replaces and removes each value of the document, adds new values, and fails if no fact detects
such a change. The last column names the other tests and the lint rules that check a fact:

${list.join('\n')}

${chapters.join('\n')}${missing}`;
}

function tableOf(rows: readonly FactRow[]): string {
  const lines = rows.map(({ section, name, pointer, alsoCheckedBy }) => {
    const cells = [section, name, placeCell(pointer), alsoCheckedBy.join('; ')];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |');
  });
  return ['| Section | Fact | Place | Also checked by |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** Formats the pointer as code. The words before and after the pointer do not change. */
const placeCell = (pointer: string) => pointer.replace(/#[^, ]*/, (match) => `\`${match}\``);
