import type { Row } from './case.ts'
import type { Earlier } from './earlier.ts'
import type { Peer } from './peers.ts'
import type { Stage } from './stage.ts'

/** Something the benchmark measures. */
export interface Scenario {
  name: string
  title: string
  /** Part of a quick run. */
  isQuick?: boolean
  run(setting: Setting): Promise<Outcome>
}

export interface Setting {
  /** How many rounds are measured, and how long each target is loaded. */
  rounds: number
  seconds: number
  /** How many log rows there are when pages are opened. */
  logRows: number
  isQuick: boolean
  peers: Peer[]
  /** Loaded in the same rounds; absent: none. */
  earlier?: Earlier | undefined
  stage: Stage
}

/** The result of a scenario. */
export interface Outcome {
  /** Lines of cells, the first of them the head. */
  table: string[][]
  findings: Finding[]
  /** What the reader must know beside the numbers. */
  notes?: string[]
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

/** What a run found, as the results file has it. */
export interface Results {
  at: string
  commit: string
  command: string
  machine: { cpu: string; cores: number; memoryGiB: number; system: string; bun: string; load: number }
  /** Of the matrix. */
  rows: Row[]
  /** By name, the matrix left out. */
  outcomes: (Outcome & { name: string; title: string })[]
  findings: Finding[]
  notes: string[]
}
