/** Number of problems that are printed. One wrong line in a document can cause hundreds of problems. */
export const MAX_PROBLEMS = 10;

/**
 * Returns the first problems on one line each, and the number of the others.
 *
 * @param total Number of all problems.
 */
export function problemList(problems: readonly string[], total = problems.length): string {
  const printed = problems.slice(0, MAX_PROBLEMS);
  const others = total - printed.length;
  return [...printed, ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
}
