import { z } from 'zod'

/** A user's account over a range of time: `closing` is `opening` plus all entries, minus what calls took from the balance. */
export const statement = z.object({
  user: z.object({ id: z.number().int(), username: z.string() }),
  /** Unix seconds, end exclusive. */
  from: z.number().int(),
  to: z.number().int(),
  opening: z.number().int(),
  closing: z.number().int(),
  /** What changed the balance beside calls, by kind; negative: taken from it. */
  entries: z.array(z.object({ kind: z.string(), count: z.number().int(), quota: z.number().int() })),
  /** Charged calls, by model, largest first. */
  calls: z.array(
    z.object({
      /** Empty: its log row is gone. */
      model: z.string(),
      count: z.number().int(),
      /** Taken from the balance. */
      quota: z.number().int(),
      /** Paid by a plan. */
      plan: z.number().int(),
      /** Not covered by the balance, and owed from then on. */
      owed: z.number().int(),
    }),
  ),
})
export type Statement = z.output<typeof statement>
