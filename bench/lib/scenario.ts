import type { Stage } from './stage.ts'

/** Something the benchmark measures. */
export interface Scenario {
  name: string
  title: string
  run(setting: Setting): Promise<Outcome>
}

export interface Setting {
  /** How many rounds are measured, and how long each target is loaded. */
  rounds: number
  seconds: number
  stage: Stage
}

/** The result of a scenario. */
export interface Outcome {
  /** Lines of cells, the first of them the head. */
  table: string[][]
  findings: Finding[]
  /** All measurements, for the results file. */
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
