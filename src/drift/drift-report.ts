import { type Difference, differenceTable, openDetails } from './difference.js';

/** Writes differences as Markdown, in the format of the report of `npm run verify`, for the owner of the document. */
export function driftReport(differences: readonly Difference[]): string {
  const found = differenceTable(differences.filter(({ isOpen }) => !isOpen));
  return [found || 'No difference was found.', ...openDetails(differences)].join('\n\n');
}
