import type { Stage } from './stage.ts'

/** Something the benchmark measures. */
export interface Scenario {
  name: string
  title: string
  run(setting: Setting): Promise<Outcome>
}

export interface Setting {
  /** How often the ways are gone in turn, and how long each is loaded. */
  rounds: number
  seconds: number
  stage: Stage
}

/** What came of a scenario. */
export interface Outcome {
  /** Lines of cells, the first of them the head. */
  table: string[][]
  findings: Finding[]
  /** All that was measured, for the results file. */
  measured: unknown
}

/** A number that has an aim. */
export interface Finding {
  name: string
  value: number
  unit: string
  aim: Aim
}

export type Aim = { atMost: number } | { atLeast: number }

export const isReached = (value: number, aim: Aim): boolean =>
  'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast
