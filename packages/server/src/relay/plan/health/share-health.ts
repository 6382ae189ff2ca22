import type { Health } from '@tollgate/gateway'
import { z } from 'zod'
import type { Bus } from '../../../platform/cluster/bus.ts'

const SUBJECT = 'health'
/** The most channels and models of channels remembered as failing. */
const MOST_FAILING = 10_000
const LONGEST_MS = 24 * 3_600_000
/** Longer names are not sent, to keep messages short. */
const LONGEST_MODEL = 255

const ms = z.number().nonnegative().max(LONGEST_MS)
const of = { channel: z.int().positive(), model: z.string().max(LONGEST_MODEL).optional() }
const event = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('failed'),
    ...of,
    retryAfterMs: ms,
    tookMs: ms,
    isSilence: z.boolean().default(false),
    share: z.number().min(0).max(1).nullable().default(null),
  }),
  z.object({ what: z.literal('probed'), ...of }),
  z.object({ what: z.literal('toldNothing'), ...of }),
  z.object({ what: z.literal('recovered'), ...of }),
])
type HealthEvent = z.output<typeof event>

/**
 * Sends failures, probes and recoveries to the other nodes and applies theirs, so that a channel rests on all nodes. Times are
 * sent as durations, because each node has its own clock. Successes on a healthy channel are not sent.
 *
 * @param clock milliseconds, the same clock that callers of `health` use
 */
export function shareHealth(health: Health, bus: Bus, clock: () => number = () => performance.now()): Health {
  const failing = new Set<string>()
  const tell = (event: HealthEvent) => {
    if ((event.model?.length ?? 0) <= LONGEST_MODEL) bus.publish(SUBJECT, event)
  }

  /** Returns false beyond MOST_FAILING. */
  function isRemembered(channelId: number, model?: string): boolean {
    const key = keyOf(channelId, model)
    if (failing.size >= MOST_FAILING && !failing.has(key)) return false
    failing.add(key)
    return true
  }

  /** Returns whether the channel, or the model there, was failing until now. */
  function recovers(channelId: number, model?: string): boolean {
    // nearly every call returns here
    if (failing.size === 0) return false
    const wasChannel = failing.delete(keyOf(channelId))
    return (model !== undefined && failing.delete(keyOf(channelId, model))) || wasChannel
  }

  bus.on(SUBJECT, payload => {
    const { data } = event.safeParse(payload)
    if (!data) return
    const { what, channel, model } = data
    const now = clock()
    if (what === 'failed') {
      const { retryAfterMs, isSilence, tookMs, share } = data
      if (isRemembered(channel, model))
        health.failed(channel, now, { model, retryAfterMs, isSilence, beganAt: now - tookMs, seenElsewhere: { share } })
    } else if (what === 'probed') health.taken(channel, now, model)
    else if (what === 'toldNothing') health.toldNothing(channel, model)
    else {
      recovers(channel, model)
      health.succeeded(channel, model)
    }
  })

  return {
    ...health,
    taken(channelId, now, model) {
      const isProbe = health.taken(channelId, now, model)
      if (isProbe) tell({ what: 'probed', channel: channelId, model })
      return isProbe
    },
    succeeded(channelId, model, call) {
      const isForgotten = health.succeeded(channelId, model, call)
      if (isForgotten && recovers(channelId, model)) tell({ what: 'recovered', channel: channelId, model })
      return isForgotten
    },
    toldNothing(channelId, model) {
      health.toldNothing(channelId, model)
      tell({ what: 'toldNothing', channel: channelId, model })
    },
    failed(channelId, now, failure = {}) {
      const share = health.failed(channelId, now, failure)
      const { model, retryAfterMs = 0, isSilence = false, beganAt = now } = failure
      if (!isRemembered(channelId, model)) return share
      const tookMs = Math.min(Math.max(0, now - beganAt), LONGEST_MS)
      const asked = Math.min(retryAfterMs, LONGEST_MS)
      tell({ what: 'failed', channel: channelId, model, retryAfterMs: asked, tookMs, isSilence, share })
      return share
    },
  }
}

const keyOf = (channelId: number, model = ''): string => `${channelId} ${model}`
