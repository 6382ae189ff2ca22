import type { Comparison, Figure } from './comparison.ts'
import type { Measurement } from './measure.ts'
import type { TargetName } from './targets.ts'

/** One round: the measurement of each target. */
export type Round = Partial<Record<TargetName, Measurement>>

export interface Result {
  figure: Figure
  /** The median over the rounds for each target. */
  values: Partial<Record<TargetName, number>>
  /** The median of the rounds: last target ÷ baseline, or last target − baseline. */
  comparison: number
  /** The smallest and the largest value of a round: the noise. */
  spread: [number, number]
}

/** Reads a scenario's figures from its rounds. Targets are compared within each round, so slow phases of the machine cancel out. */
export function resultsOf({ targets, baseline, figures }: Comparison, rounds: Round[]): Result[] {
  return figures.map(figure => {
    const valuesOf = (target: TargetName) => rounds.flatMap(round => round[target] ?? []).map(figure.of)
    const floor = valuesOf(baseline)
    const comparisons = valuesOf(targets.at(-1) ?? baseline).map((value, round) =>
      compare(figure, value, floor[round] ?? Number.NaN),
    )
    const values = Object.fromEntries(targets.map(target => [target, median(valuesOf(target))]))
    const spread: [number, number] = [Math.min(...comparisons), Math.max(...comparisons)]
    return { figure, values, comparison: median(comparisons), spread }
  })
}

const compare = (figure: Figure, value: number, baseline: number) =>
  figure.compare === 'ratio' ? value / baseline : value - baseline

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
