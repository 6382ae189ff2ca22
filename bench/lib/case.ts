import type { Answer, Format, Size } from './bodies.ts'
import type { DatabaseKind } from './database.ts'
import type { Aim } from './scenario.ts'

/** One load on one kind of gateway, measured round by round beside what it is compared with. */
export interface Case {
  name: string
  gateway: GatewayKind
  load: Load
  /** Loaded in the same rounds; the first is what the row is compared with. */
  beside: Beside[]
  aims?: Partial<Record<FigureName, Aim>>
  /** Part of a quick run. */
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
  /** How many call at once. */
  callers: number
  users: 1 | 1000
  /** Absent: each caller calls again once it has its answer. */
  requestsPerSecond?: number
}

/** `direct`: the provider itself, without a gateway; `bare`: a proxy on Bun that only passes on. */
export type Beside = 'direct' | 'nginx' | 'bare'

export type FigureName = keyof Figures

/** The smallest, the median and the largest of the rounds. */
export interface Spread {
  least: number
  median: number
  most: number
}

/** Times in microseconds. CPU is counted by chunk for paced streams, by call for all others. */
export interface Figures {
  callsPerSecond: Spread
  cpu: Spread
  /** CPU ÷ nginx's in the same round. */
  ratio?: Spread
  /** CPU of the bare proxy on Bun ÷ nginx's: below that no gateway on Bun can come. */
  bareRatio?: Spread
  /** CPU ÷ that of the version given by --against, in the same round. */
  earlierRatio?: Spread
  databaseCpu?: Spread
  /** To what the same load took without a gateway in the same round; at a fixed rate only. */
  addedP50?: Spread
  addedP99?: Spread
  addedFirstChunkP50?: Spread
  addedFirstChunkP99?: Spread
  chunkDelayP99?: Spread
}

/** What came of a case, for the gateway or for a peer. */
export interface Row {
  group: string
  name: string
  /** Empty: the gateway itself. */
  peer: string
  database: DatabaseKind
  workers: number
  /** How many processes the gateway had. */
  processes: number
  unit: 'call' | 'chunk'
  figures?: Figures
  /** Why there are no figures. */
  failure?: string
}
