import { z } from 'zod'
import { pricedModel } from './pricing.ts'

/** How many days of uptime a model's page shows. */
export const UPTIME_DAYS = 30

/** Per mille of the calls of a time; null: too few. */
const answered = z.number().int().nullable()

/** What a visitor may know of one model. `enable_groups` has the visitor's groups only. */
export const modelPage = pricedModel.extend({
  /** Tokens of one answer; null: unknown. */
  output_limit: z.number().int().nullable(),
  /** Whether strangers see its figures: in its badge, and its incidents in the feed. */
  has_badge: z.boolean(),
  /** Of the calls that reached an upstream; null: not shown, or not known now. */
  uptime: z
    .object({
      answered,
      /** By days of UTC, oldest first; the last one is still running. `start` is in Unix seconds. */
      days: z.array(z.object({ start: z.number().int(), answered })),
    })
    .nullable(),
  /** Of the last seven days' calls, by the visitor's groups; null: not shown, or not known now. */
  speed: z
    .array(
      z.object({
        group: z.string(),
        /** Milliseconds to the first token of a stream; null: too few streams. */
        first_token: z.object({ p50: z.number(), p95: z.number() }).nullable(),
        /** The median, after the first token; null: too few answers long enough to measure. */
        tokens_per_second: z.number().nullable(),
      }),
    )
    .nullable(),
})
export type ModelPage = z.output<typeof modelPage>
