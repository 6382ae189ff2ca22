import { z } from 'zod'

/** A task of a music or video service. Times are unix seconds; 0: not yet. */
export const task = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  updated_at: z.number().int(),
  user_id: z.number().int(),
  /** Admins only, like the channel; empty or 0 for others. */
  username: z.string(),
  channel_id: z.number().int(),
  channel_name: z.string(),
  platform: z.string(),
  action: z.string(),
  /** The id clients use for it. */
  task_id: z.string(),
  status: z.string(),
  /** `50%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** The same in the reader's language if it is the gateway's own sentence; absent: it is the upstream's words. */
  failure: z.string().optional(),
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  /** The original charge. */
  quota: z.number().int(),
  /** The refunded part of it. */
  refunded: z.number().int(),
  /** Further results for clients, such as the songs it made. */
  data: z.unknown(),
})
export type Task = z.output<typeof task>
