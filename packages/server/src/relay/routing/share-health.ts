import type { Health } from '@tollgate/gateway'
import { z } from 'zod'
import type { Bus } from '../../cluster/bus.ts'

const SUBJECT = 'health'
/** More channels than this are not remembered as failing. */
const MOST_FAILING = 10_000
const LONGEST_MS = 24 * 3_600_000

const ms = z.number().nonnegative().max(LONGEST_MS)
const event = z.discriminatedUnion('what', [
  z.object({ what: z.literal('failed'), channel: z.int().positive(), retryAfterMs: ms, tookMs: ms }),
  z.object({ what: z.literal('probed'), channel: z.int().positive() }),
  z.object({ what: z.literal('recovered'), channel: z.int().positive() }),
])
type HealthEvent = z.output<typeof event>

/**
 * Tells the other nodes of failures, probes and recoveries, and applies theirs, so that a channel rests on all nodes. Times are
 * told as durations, since each node has a clock of its own. Calls that succeed on a channel that is well tell nothing.
 *
 * @param clock milliseconds, the one of the caller of `health`
 */
export function shareHealth(health: Health, bus: Bus, clock: () => number = () => performance.now()): Health {
  const failing = new Set<number>()
  const tell = (event: HealthEvent) => bus.publish(SUBJECT, event)

  /** Returns false for more channels than there can be. */
  function isRemembered(channelId: number): boolean {
    if (failing.size >= MOST_FAILING && !failing.has(channelId)) return false
    failing.add(channelId)
    return true
  }

  bus.on(SUBJECT, payload => {
    const { data } = event.safeParse(payload)
    if (!data) return
    const { what, channel } = data
    const now = clock()
    if (what === 'failed') {
      if (isRemembered(channel)) health.failed(channel, now, data.retryAfterMs, now - data.tookMs)
    } else if (what === 'probed') health.taken(channel, now)
    else {
      failing.delete(channel)
      health.succeeded(channel)
    }
  })

  return {
    ...health,
    taken(channelId, now) {
      health.taken(channelId, now)
      if (health.restsUntil(channelId) !== undefined) tell({ what: 'probed', channel: channelId })
    },
    succeeded(channelId) {
      health.succeeded(channelId)
      if (failing.delete(channelId)) tell({ what: 'recovered', channel: channelId })
    },
    failed(channelId, now, retryAfterMs = 0, beganAt = now) {
      health.failed(channelId, now, retryAfterMs, beganAt)
      if (!isRemembered(channelId)) return
      const tookMs = Math.min(Math.max(0, now - beganAt), LONGEST_MS)
      tell({ what: 'failed', channel: channelId, retryAfterMs: Math.min(retryAfterMs, LONGEST_MS), tookMs })
    },
  }
}
