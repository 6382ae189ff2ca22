import { z } from 'zod'

/** A session of a signed-in user. */
export const session = z.object({
  /** The start of the stored hash, which grants no access. */
  id: z.string(),
  created_at: z.number().int(),
  last_used_at: z.number().int(),
  expires_at: z.number().int(),
  ip: z.string(),
  user_agent: z.string(),
})
export type Session = z.output<typeof session>

/** One of the caller's own. */
export const ownSession = session.extend({
  /** Whether this call uses it. */
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>
