import { capture } from '../../scripts/lib/run.mjs'
import { Failure } from '../../scripts/lib/script.mjs'
import type { Stage } from './stage.ts'
import { tool } from './tools.ts'

/** What the load tool found; times are microseconds unless named otherwise. */
export interface Loaded {
  requests: number
  failed: number
  /** Streams left on purpose before their end. */
  left: number
  seconds: number
  latencyP50: number
  latencyP99: number
  chunks: number
  chunkDelayP50: number
  chunkDelayP99: number
}

export interface LoadOrder {
  port: number
  path: string
  /** Of the request's body. */
  body: string
  /** Of a header for each connection in turn, one a line. */
  headersFile: string
  connections: number
  /** For so long, or until so many requests are made, whichever comes first. */
  seconds: number
  requests?: number
  /** 0: each connection asks again once it has its answer. */
  requestsPerSecond: number
  /** Every second answer is left once so many bytes of it were read. */
  leaveAfterBytes?: number
}

/** Runs the load tool; see bench/tools/load.c. */
export async function putLoad(stage: Stage, order: LoadOrder): Promise<Loaded> {
  const { port, path, body, headersFile, connections, seconds, requestsPerSecond } = order
  const { requests = 0, leaveAfterBytes = 0 } = order
  const args = [port, path, body, headersFile, connections, seconds, requestsPerSecond, requests, leaveAfterBytes]
  const { exitCode, output } = await capture(await tool(stage, 'load'), args.map(String))
  if (exitCode !== 0) throw new Failure(`The load tool failed: ${output}`)
  return JSON.parse(output)
}
