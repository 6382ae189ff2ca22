import { pathOf, writeBody } from '../lib/bodies.ts'
import { median } from '../lib/figures.ts'
import type { Gateway } from '../lib/gateway.ts'
import { putLoad } from '../lib/put-load.ts'
import type { Stage } from '../lib/stage.ts'
import { headersFor } from '../lib/targets.ts'

const ROUNDS = 7
const SECONDS = 3
const CALLERS = 16

/**
 * Compares the calls per second of two gateways, measured in turns, so that a slow moment of the machine affects both.
 * Resolves to the medians, and the median of their ratio.
 */
export async function compareCalls(stage: Stage, full: Gateway, empty: Gateway) {
  const body = writeBody(stage.folder, { size: '1.5 KB', answer: 'whole', format: 'chat' })
  const measure = async ({ port, bearer }: Gateway) => {
    const headersFile = headersFor(stage, [bearer])
    const loaded = await putLoad(stage, {
      port,
      path: pathOf.chat,
      body,
      headersFile,
      connections: CALLERS,
      seconds: SECONDS,
    })
    return loaded.requests / loaded.seconds
  }
  const rounds: { full: number; empty: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const inOrder = round % 2 === 0
    const one = await measure(inOrder ? full : empty)
    const other = await measure(inOrder ? empty : full)
    // The first round warms the caches.
    if (round > 0) rounds.push(inOrder ? { full: one, empty: other } : { full: other, empty: one })
  }
  return {
    full: median(rounds.map(({ full }) => full)),
    empty: median(rounds.map(({ empty }) => empty)),
    ratio: median(rounds.map(({ full, empty }) => full / empty)),
  }
}
