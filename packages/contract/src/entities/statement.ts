import { z } from 'zod'

/**
 * A user's account over a range of time: `closing` is `opening` plus all entries and what plans paid, minus what calls
 * cost.
 */
export const statement = z.object({
  user: z.object({ id: z.number().int(), username: z.string() }),
  /** Unix seconds, end exclusive. */
  from: z.number().int(),
  to: z.number().int(),
  opening: z.number().int(),
  closing: z.number().int(),
  /** What changed the balance beside calls, by kind; negative: taken from it. */
  entries: z.array(z.object({ kind: z.string(), count: z.number().int(), quota: z.number().int() })),
  /** What charged calls cost, by model, largest first, from the dashboard's figures. */
  calls: z.array(z.object({ model: z.string(), count: z.number().int(), quota: z.number().int() })),
  /** What calls cost by the ledger beyond that, such as while no figures were kept. */
  other: z.number().int(),
  /** The part of both that plans paid. */
  plan: z.number().int(),
  /** What calls cost beyond the balance, owed from then on. */
  owed: z.number().int(),
})
export type Statement = z.output<typeof statement>
