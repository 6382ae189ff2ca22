import { once } from 'node:events'
import type { LoopGap } from '../tools/watched-gateway.ts'
import type { Gateway } from './gateway.ts'

/** The longest gap of a watched gateway's event loop since this was asked before. */
export async function largestGap(watched: Gateway['process']): Promise<LoopGap> {
  const answer = once(watched, 'message')
  watched.send('gap')
  const [gap] = await answer
  return gap as LoopGap // the one thing it says to this
}
