import type { Measurement } from './measure.ts'

/** The ways a request can take to the upstream: straight, through nginx as the floor, through the gateway. */
export type WayName = 'direct' | 'nginx' | 'gateway'

export interface Load {
  body: 'whole' | 'stream'
  connections: number
  /** 0: each connection asks again once it has its answer. */
  requestsPerSecond: number
}

/** One number read from every measurement, and how the gateway's is compared with the baseline's. */
export interface Figure {
  name: string
  unit: string
  of(measurement: Measurement): number
  compare: 'ratio' | 'difference'
  /** What the comparison should not exceed. */
  aim?: number
}

/** A load that takes several ways in turn, and what is read from it. */
export interface Scenario {
  name: string
  title: string
  ways: WayName[]
  baseline: WayName
  load: Load
  figures: Figure[]
}
