import type { Comparison, Figure } from './comparison.ts'
import type { Measurement } from './measure.ts'
import type { WayName } from './ways.ts'

/** One interleaved pass: each way's measurement. */
export type Round = Partial<Record<WayName, Measurement>>

export interface Result {
  figure: Figure
  /** The median over the rounds for each way. */
  values: Partial<Record<WayName, number>>
  /** The median of what each round gave: the last way ÷ baseline, or the last way − baseline. */
  comparison: number
  /** The least and the most a round gave: how far noise reaches. */
  spread: [number, number]
}

/** Reads a scenario's figures from its rounds. Ways are compared inside each round, so slow machine phases cancel. */
export function resultsOf({ ways, baseline, figures }: Comparison, rounds: Round[]): Result[] {
  return figures.map(figure => {
    const valuesOf = (strategy: WayName) => rounds.flatMap(round => round[strategy] ?? []).map(figure.of)
    const floor = valuesOf(baseline)
    const comparisons = valuesOf(ways.at(-1) ?? baseline).map((value, round) =>
      compare(figure, value, floor[round] ?? Number.NaN),
    )
    const values = Object.fromEntries(ways.map(strategy => [strategy, median(valuesOf(strategy))]))
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
