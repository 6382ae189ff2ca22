import { z } from 'zod'
import { call } from '../call.ts'
import { breaker, hourSlots } from '../entities/channel-hour.ts'

/** 0 to 1; null: no data. */
const share = z.number().nullable()

/** Figures of the last hour. Times in milliseconds; null: no data. */
const figures = {
  /** Attempts, including failed ones, except those that failed because of the request. */
  calls: z.number().int(),
  failures: z.number().int(),
  success: share,
  /** Average time to the end of an answer, and to a stream's first byte. */
  latency_ms: z.number().nullable(),
  first_token_ms: z.number().nullable(),
  /** The rate of streams after the first byte. */
  tokens_per_second: z.number().nullable(),
  /** The share of prompt tokens read from upstreams' caches. */
  cache_share: share,
  /** Calls that continue a conversation, and the share of them that returned to the same channel. */
  follow_ups: z.number().int(),
  affinity_share: share,
}

const modelHour = z.object({
  model: z.string(),
  ...figures,
  /** The last failure: a code of the gateway's, or the upstream's words; null: none. */
  failure: z.object({ reason: z.string(), at: z.number().int() }).nullable(),
})
export type ModelHour = z.output<typeof modelHour>

const channelHealth = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.number().int(),
  status: z.number().int(),
  ...figures,
  slots: hourSlots,
  breakers: z.array(breaker),
  /** Its models that were called, the most called first. */
  models: z.array(modelHour),
})
export type ChannelHealth = z.output<typeof channelHealth>

export const channelHealths = {
  list: call({
    method: 'GET',
    path: '/api/channel/health',
    access: 'admin',
    right: 'channels.see',
    summary: 'The last hour of every channel, those that rest first, and whether it may be called now',
    reply: z.object({
      slot_seconds: z.number().int(),
      /** When this node began counting, unix seconds. */
      since: z.number().int(),
      total: z.object(figures),
      channels: z.array(channelHealth),
    }),
  }),
}
