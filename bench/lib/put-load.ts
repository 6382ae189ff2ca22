import { capture } from '../../scripts/lib/run.mjs'
import { Failure } from '../../scripts/lib/script.mjs'
import type { Stage } from './stage.ts'
import { tool } from './tools.ts'

/** The load tool's results; times are in microseconds unless named otherwise. */
export interface Loaded {
  /** Ended requests, whatever their result. */
  requests: number
  /** Requests without a whole answer of status 200, except those abandoned on purpose. */
  failed: number
  /** The failed requests without any answer. */
  broken: number
  /** Streams abandoned on purpose. */
  left: number
  /** Not sent, since every connection was busy when they were due. */
  dropped: number
  seconds: number
  /** Of answers with status 200, and of all others. */
  latencyP50: number
  latencyP99: number
  refusalP50: number
  refusalP99: number
  firstChunkP50: number
  firstChunkP99: number
  chunks: number
  chunkDelayP50: number
  chunkDelayP99: number
  chunkDelayMost: number
  statuses: Record<string, number>
}

export interface LoadOrder {
  port: number
  path: string
  /** The file with the request's body. */
  body: string
  /** A file with one header per line, which the connections take in turn. */
  headersFile: string
  connections: number
  /** The run ends after this time or this many requests, whichever comes first. */
  seconds: number
  requests?: number
  /** Absent: each connection calls again once it has its answer. */
  requestsPerSecond?: number | undefined
  /** Every second answer is abandoned after this many bytes. */
  leaveAfterBytes?: number
  /** Requests that are due while every connection is busy are not sent. */
  dropsLate?: boolean
}

/** Runs the load tool; see bench/tools/load.c. */
export async function putLoad(stage: Stage, order: LoadOrder): Promise<Loaded> {
  const args = {
    port: order.port,
    path: order.path,
    body: order.body,
    headers: order.headersFile,
    connections: order.connections,
    seconds: order.seconds,
    rate: order.requestsPerSecond ?? 0,
    requests: order.requests ?? 0,
    'leave-after': order.leaveAfterBytes ?? 0,
    drop: order.dropsLate ? 1 : 0,
  }
  const words = Object.entries(args).map(([name, value]) => `${name}=${value}`)
  const { exitCode, output } = await capture(await tool(stage, 'load'), words)
  if (exitCode !== 0) throw new Failure(`The load tool failed: ${output}`)
  return JSON.parse(output)
}
