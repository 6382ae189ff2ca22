import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopGap } from '../tools/watched-gateway.ts'
import type { Gateway } from './gateway.ts'

/** The longest gap of a watched gateway's event loop since this was asked before. */
export async function largestGap(watched: Gateway['process']): Promise<LoopGap> {
  const answer = once(watched, 'message')
  watched.send('gap')
  const [gap] = await answer
  return gap as LoopGap // the one thing it says to this
}

/** Makes a call and reads its answer; returns the longest gap from its first byte to what it leaves behind. */
export async function gapDuring(watched: Gateway['process'], call: () => Promise<Response>) {
  await largestGap(watched)
  const startedAt = performance.now()
  // a body that is refused before its end may end its connection
  const response = await call().catch(() => null)
  await response?.arrayBuffer().catch(() => undefined)
  const seconds = (performance.now() - startedAt) / 1_000
  // what the call leaves behind, its garbage say, is of its making
  await sleep(100)
  const { largestGapMs: gapMs, largestWorkMs: workMs } = await largestGap(watched)
  return { status: response?.status ?? 0, seconds, gapMs, workMs }
}
