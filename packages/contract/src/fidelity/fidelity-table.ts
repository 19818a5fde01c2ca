import { groupBy } from 'tenant-management-document';
import type { Comparison, Replay } from './replay.ts';

/** The numbers of interactions of one operation, or of all operations. */
interface Counts {
  readonly interactions: number;
  readonly sameStatus: number;
  readonly sameFields: number;
}

/** The number of reasons that the table lists for each operation. */
const MAX_REASONS = 3;

/** Formats the results of a replay as a Markdown table. The operations with the most differences come first. */
export function fidelityTable({ comparisons, undocumented }: Replay): string {
  const rows = [...groupBy(comparisons, ({ operation }) => operation)]
    .map(([operation = '', own]) => ({ operation, own, counts: countsOf(own) }))
    .sort((one, other) => differing(other.counts) - differing(one.counts));
  const total = countsOf(comparisons);
  const lines = [
    '| Operation | Interactions | Same status | Same status and fields | Reasons |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(({ operation, own, counts }) => {
      const { interactions, sameStatus, sameFields } = counts;
      return `| ${operation} | ${interactions} | ${sameStatus} | ${sameFields} | ${reasonsOf(own).join('; ')} |`;
    }),
    '',
    `Interactions: ${total.interactions}; not in the document, not replayed: ${undocumented.length}`,
    `Same status: ${total.sameStatus} (${percent(total.sameStatus, total.interactions)})`,
    `Same status and fields: ${total.sameFields} (${percent(total.sameFields, total.interactions)})`,
  ];
  return lines.join('\n');
}

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %`;

const differing = ({ interactions, sameFields }: Counts): number => interactions - sameFields;

function countsOf(comparisons: readonly Comparison[]): Counts {
  const sameStatus = comparisons.filter(({ recorded, sent }) => recorded === sent);
  return {
    interactions: comparisons.length,
    sameStatus: sameStatus.length,
    sameFields: sameStatus.filter(({ fields }) => fields.missing.length + fields.additional.length === 0).length,
  };
}

/** Returns the most frequent reasons why interactions of an operation differ, each with its number of interactions. */
function reasonsOf(comparisons: readonly Comparison[]): string[] {
  const reasons = groupBy(comparisons.flatMap(differencesOf), (reason) => reason);
  const sorted = [...reasons].sort(([, one], [, other]) => other.length - one.length);
  const rest = sorted.length - MAX_REASONS;
  return [
    ...sorted.slice(0, MAX_REASONS).map(([reason, own]) => `${own.length} × ${reason}`),
    ...(rest > 0 ? [`${rest} other reasons`] : []),
  ];
}

/** Returns the reasons why an interaction differs; an empty list if it does not differ. */
function differencesOf({ recorded, sent, isDocumented, isUnknownId, fields }: Comparison): string[] {
  if (recorded !== sent) {
    if (!isDocumented) return [`the document does not show the recorded status ${recorded} (sent: ${sent})`];
    const isLost = recorded < 300 && sent === 404 && isUnknownId;
    return [isLost ? 'lost state: the item existed before the recording' : `${sent} instead of ${recorded}`];
  }
  return [
    ...fields.missing.map((name) => `missing field ${name}`),
    ...fields.additional.map((name) => `additional field ${name}`),
  ];
}
