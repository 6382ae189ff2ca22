import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopGap } from '../tools/watched-gateway.ts'
import type { Gateway } from './gateway.ts'

/** The longest event-loop gap of a watched gateway since the last request for it. */
export async function largestGap(watched: Gateway['process']): Promise<LoopGap> {
  const answer = once(watched, 'message')
  watched.send('gap')
  const [gap] = await answer
  return gap as LoopGap // its only answer to this request
}

/** Makes a call and reads its answer. Returns the longest gap from the first byte until after its cleanup. */
export async function gapDuring(watched: Gateway['process'], call: () => Promise<Response>) {
  await largestGap(watched)
  const startedAt = performance.now()
  // a body refused before its end may break its connection
  const response = await call().catch(() => null)
  await response?.arrayBuffer().catch(() => undefined)
  const seconds = (performance.now() - startedAt) / 1_000
  // includes what the call leaves behind, such as garbage
  await sleep(100)
  const { largestGapMs: gapMs, largestWorkMs: workMs } = await largestGap(watched)
  return { status: response?.status ?? 0, seconds, gapMs, workMs }
}
