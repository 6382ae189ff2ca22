import type { Answer, Format, Size } from './bodies.ts'
import type { DatabaseKind } from './database.ts'
import type { Aim } from './scenario.ts'

/** One load on one kind of gateway, measured in rounds together with its comparisons. */
export interface Case {
  name: string
  gateway: GatewayKind
  load: Load
  /** Targets loaded in the same rounds. The row is compared with the first. */
  beside: Beside[]
  aims?: Partial<Record<FigureName, Aim>>
  /** Included in a quick run. */
  isQuick?: boolean
}

export interface GatewayKind {
  database: DatabaseKind
  workers: number
  /** Its ledger stores nothing. */
  isUncharged?: boolean
}

export interface Load {
  size: Size
  answer: Answer
  format: Format
  /** The number of concurrent callers. */
  callers: number
  users: 1 | 1000
  /** Absent: each caller calls again once it has its answer. */
  requestsPerSecond?: number
}

/** `direct`: the provider without a gateway; `bare`: a proxy on Bun that only passes bytes on. */
export type Beside = 'direct' | 'nginx' | 'bare'

export type FigureName = keyof Figures

/** The minimum, median and maximum over the rounds. */
export interface Spread {
  least: number
  median: number
  most: number
}

/** Times in microseconds. CPU is counted per chunk for paced streams, otherwise per call. */
export interface Figures {
  callsPerSecond: Spread
  cpu: Spread
  /** CPU ÷ nginx's CPU in the same round. */
  ratio?: Spread
  /** CPU of the bare proxy on Bun ÷ nginx's: the lower bound for any gateway on Bun. */
  bareRatio?: Spread
  /** CPU ÷ that of the version given by --against, in the same round. */
  earlierRatio?: Spread
  databaseCpu?: Spread
  /** In MiB, when the load ends. */
  memory?: Spread
  /** Latency added to the same load without a gateway in the same round; only at a fixed rate. */
  addedP50?: Spread
  addedP99?: Spread
  addedFirstChunkP50?: Spread
  addedFirstChunkP99?: Spread
  chunkDelayP99?: Spread
}

/** The result of a case for the gateway or a peer. */
export interface Row {
  group: string
  name: string
  /** Empty: the gateway itself. */
  peer: string
  database: DatabaseKind
  workers: number
  /** The number of the gateway's processes. */
  processes: number
  unit: 'call' | 'chunk'
  figures?: Figures
  /** Why there are no figures. */
  failure?: string
}
