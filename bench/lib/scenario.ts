import type { Row } from './case.ts'
import type { Earlier } from './earlier.ts'
import type { Peer } from './peers.ts'
import type { Stage } from './stage.ts'

/** Something the benchmark measures. */
export interface Scenario {
  name: string
  title: string
  /** Included in a quick run. */
  isQuick?: boolean
  run(setting: Setting): Promise<Outcome>
}

export interface Setting {
  /** The number of rounds, and how long each target is loaded. */
  rounds: number
  seconds: number
  /** The number of log rows when pages are opened. */
  logRows: number
  isQuick: boolean
  peers: Peer[]
  /** Loaded in the same rounds; absent: none. */
  earlier?: Earlier | undefined
  stage: Stage
}

/** The result of a scenario. */
export interface Outcome {
  /** Rows of cells, beginning with the header. */
  table: string[][]
  findings: Finding[]
  /** Notes the reader needs beside the numbers. */
  notes?: string[]
  /** All measurements, for the results file. */
  measured: unknown
}

/** A number with an aim. */
export interface Finding {
  name: string
  value: number
  unit: string
  aim: Aim
}

export type Aim = { atMost: number } | { atLeast: number }

export const isReached = (value: number, aim: Aim): boolean =>
  'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast

/** The results of a run, as the results file stores them. */
export interface Results {
  at: string
  commit: string
  command: string
  machine: { cpu: string; cores: number; memoryGiB: number; system: string; bun: string; load: number }
  /** The rows of the matrix. */
  rows: Row[]
  /** The scenarios by name, without the matrix. */
  outcomes: (Outcome & { name: string; title: string })[]
  findings: Finding[]
  notes: string[]
}
