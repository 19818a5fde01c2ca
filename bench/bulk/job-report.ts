import { COLUMNS, type Figures, goalOf, ratesOf, type Situation } from '../../test/support/simulated/job-situations.ts';
import { formatNumber } from '../measuring/statistics.ts';
import { type BenchmarkTarget, isMet, type Table } from '../sections/section.ts';

/** The figures of a situation, by its rates and then by seed. */
export interface MeasuredSituation {
  readonly situation: Situation;
  readonly figuresByRate: readonly (readonly Figures[])[];
}

/** How a figure is reported. */
interface Format {
  readonly name: keyof Figures;
  readonly label: string;
  readonly unit: string;
  /** Factor that converts the figure to the unit. */
  readonly factor: number;
  readonly decimals: number;
  /** Whether the goal is a minimum. */
  readonly atLeast?: boolean;
  /** Whether the report shows the figure for a situation. */
  readonly isReported: (situation: Situation) => boolean;
}

// The lower bound does not take into account that interactive calls use up a part of the rate limit.
const isJobOnly = ({ hasInteractiveCalls = false }: Situation) => !hasInteractiveCalls;

const FORMATS: readonly Format[] = [
  { name: 'failed', label: 'failed calls', unit: '', factor: 1, decimals: 0, isReported: () => true },
  { name: 'time', label: 'time ÷ bound', unit: '', factor: 1, decimals: 3, isReported: isJobOnly },
  { name: 'refusedShare', label: '429s', unit: '% of calls', factor: 100, decimals: 2, isReported: () => true },
  {
    name: 'shareRatio',
    label: 'smallest ÷ largest share of several processes',
    unit: '',
    factor: 1,
    decimals: 2,
    atLeast: true,
    isReported: ({ processes = 1 }) => processes > 1,
  },
  {
    name: 'interactiveDelayMs',
    label: 'delay of an interactive call, 95th percentile',
    unit: 'ms',
    factor: 1,
    decimals: 0,
    isReported: (situation) => !isJobOnly(situation),
  },
  {
    name: 'newRateShare',
    label: 'rate ÷ new rate of the tenant, from 20 s to 30 s after its change',
    unit: '',
    factor: 1,
    decimals: 2,
    atLeast: true,
    isReported: ({ goals }) => goals.newRateShare !== undefined,
  },
];

/** Returns a table for each figure: the worst seed at each rate, with the goals. */
export const tablesOf = (measured: readonly MeasuredSituation[]): Table[] =>
  FORMATS.map((format) => ({
    title: [format.label, format.unit].filter(Boolean).join(', '),
    columns: ['situation', 'goal', ...COLUMNS.map((perSecond) => `${perSecond}/s`)],
    rows: measured
      .filter(({ situation }) => format.isReported(situation))
      .map((one) => [
        one.situation.title,
        goalText(format, one.situation),
        ...COLUMNS.map((perSecond) => {
          const nth = ratesOf(one.situation).findIndex((rate) => rate.perSecond === perSecond);
          return cell(format, one.situation, perSecond, one.figuresByRate[nth]);
        }),
      ]),
  }));

/**
 * Returns one target for each situation and each figure with a goal: the target at the rate whose figure is the worst
 * in relation to the goal. All situations share the target for failed calls.
 */
export function targetsOf(measured: readonly MeasuredSituation[]): BenchmarkTarget[] {
  const failed = measured.flatMap(({ figuresByRate }) => figuresByRate.flat().map((figures) => figures.failed));
  const targets = measured.flatMap(({ situation, figuresByRate }) =>
    FORMATS.slice(1).flatMap((format) =>
      ratesOf(situation)
        .flatMap(({ perSecond }, nth) => targetOf(format, situation, perSecond, figuresByRate[nth] ?? []) ?? [])
        .toSorted((one, other) => excess(other) - excess(one))
        .slice(0, 1),
    ),
  );
  return [
    { name: 'bulk: failed calls of any simulated job', unit: '', measured: Math.max(...failed), target: 0 },
    ...targets,
  ];
}

/** Returns the figure of the worst seed, in the unit of the report. */
const worstOf = ({ name, factor, atLeast }: Format, seeds: readonly Figures[]): number =>
  factor * Math[atLeast ? 'min' : 'max'](...seeds.map((figures) => figures[name]));

function targetOf(
  format: Format,
  situation: Situation,
  perSecond: number,
  seeds: readonly Figures[],
): BenchmarkTarget | undefined {
  const goal = goalOf(situation, format.name, perSecond);
  if (goal === undefined) return undefined;
  const { label, unit, factor, decimals, atLeast = false } = format;
  return {
    name: `bulk, ${situation.title}: ${label} at ${perSecond}/s`,
    unit,
    measured: worstOf(format, seeds),
    target: goal * factor,
    atLeast,
    decimals,
  };
}

function cell(format: Format, situation: Situation, perSecond: number, seeds?: readonly Figures[]): string {
  if (seeds === undefined) return '';
  const target = targetOf(format, situation, perSecond, seeds);
  const figure = formatNumber(worstOf(format, seeds), format.decimals);
  return target === undefined || isMet(target) ? figure : `${figure} (missed)`;
}

/** Returns the goal of a figure. If the goal depends on the rate, returns the goal for each rate. */
function goalText({ name, factor, decimals, atLeast }: Format, situation: Situation): string {
  if (situation.goals[name] === undefined) return '';
  const values = ratesOf(situation).map(({ perSecond }) => {
    return formatNumber((goalOf(situation, name, perSecond) ?? Number.NaN) * factor, decimals);
  });
  const isConstant = values.every((value) => value === values[0]);
  return `${atLeast ? '≥' : '≤'} ${isConstant ? values[0] : values.join(' / ')}`;
}

/** How far a figure is from its goal, as a share of the goal; positive if the goal is missed. */
const excess = ({ measured, target, atLeast }: BenchmarkTarget): number =>
  ((measured - target) / target) * (atLeast ? -1 : 1);
