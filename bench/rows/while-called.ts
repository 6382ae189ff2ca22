import { pathOf, writeBody } from '../lib/bodies.ts'
import type { Gateway } from '../lib/gateway.ts'
import { type Loaded, putLoad } from '../lib/put-load.ts'
import type { Stage } from '../lib/stage.ts'
import { headersFor } from '../lib/targets.ts'

const SLICE_SECONDS = 5
const CALLERS = 16
/** One stream at a time, with a chunk every 20 ms. */
const STREAM = '200x20'

export interface Felt {
  calls: number
  failed: number
  /** The longest delay of a chunk of the paced stream, in milliseconds. */
  largestGapMs: number
  /** Median and 99th percentile of calls in the slowest slice, in milliseconds. */
  p50: number
  p99: number
}

/** Acts while calls come at a steady rate and one paced stream is watched; returns what they experienced. */
export async function whileCalled<Result>(
  { stage, gateway, perSecond }: { stage: Stage; gateway: Gateway; perSecond: number },
  act: () => Promise<Result>,
): Promise<{ result: Result; felt: Felt }> {
  let isOver = false
  const order = { port: gateway.port, path: pathOf.chat, headersFile: headersFor(stage, [gateway.bearer]) }
  const repeatedly = async (load: () => Promise<Loaded>) => {
    const loads: Loaded[] = []
    while (!isOver) loads.push(await load())
    return loads
  }
  const whole = writeBody(stage.folder, { size: '1.5 KB', answer: 'whole', format: 'chat' })
  const stream = writeBody(stage.folder, { size: '1.5 KB', answer: STREAM, format: 'chat' })
  const common = { ...order, seconds: SLICE_SECONDS }
  const acting = act().finally(() => {
    isOver = true
  })
  const [result, calls, streams] = await Promise.all([
    acting,
    repeatedly(() => putLoad(stage, { ...common, body: whole, connections: CALLERS, requestsPerSecond: perSecond })),
    repeatedly(() => putLoad(stage, { ...common, body: stream, connections: 1 })),
  ])
  return { result, felt: feltBy(calls, streams) }
}

const feltBy = (calls: Loaded[], streams: Loaded[]): Felt => ({
  calls: calls.reduce((sum, { requests }) => sum + requests, 0),
  failed: [...calls, ...streams].reduce((sum, { failed }) => sum + failed, 0),
  largestGapMs: Math.max(...streams.map(({ chunkDelayMost }) => chunkDelayMost)) / 1_000,
  p50: Math.max(...calls.map(({ latencyP50 }) => latencyP50)) / 1_000,
  p99: Math.max(...calls.map(({ latencyP99 }) => latencyP99)) / 1_000,
})
