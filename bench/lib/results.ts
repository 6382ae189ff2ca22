import type { Measurement } from './measure.ts'
import type { Figure, Scenario, WayName } from './scenario.ts'

/** One interleaved pass: each way's measurement. */
export type Round = Partial<Record<WayName, Measurement>>

export interface Result {
  figure: Figure
  /** The median over the rounds for each way. */
  values: Partial<Record<WayName, number>>
  /** The median of what each round gave: gateway ÷ baseline, or gateway − baseline. */
  comparison: number
}

/** Reads a scenario's figures from its rounds. Ways are compared inside each round, so slow machine phases cancel. */
export function resultsOf(scenario: Scenario, rounds: Round[]): Result[] {
  return scenario.figures.map(figure => {
    const valuesOf = (way: WayName) => rounds.flatMap(round => round[way] ?? []).map(figure.of)
    const baseline = valuesOf(scenario.baseline)
    const comparisons = valuesOf('gateway').map((value, round) => compare(figure, value, baseline[round] ?? Number.NaN))
    const values = Object.fromEntries(scenario.ways.map(way => [way, median(valuesOf(way))]))
    return { figure, values, comparison: median(comparisons) }
  })
}

const compare = (figure: Figure, gateway: number, baseline: number) =>
  figure.compare === 'ratio' ? gateway / baseline : gateway - baseline

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
