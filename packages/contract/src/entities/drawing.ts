import { z } from 'zod'

/** A task of a drawing service. Times are unix milliseconds; 0: not yet. */
export const drawing = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  /** Admins only, like the channel; empty or 0 for others. */
  username: z.string(),
  channel_id: z.number().int(),
  channel_name: z.string(),
  /** The upstream's own reply code to the submit: 1, 21, 22 and others. */
  code: z.number().int(),
  action: z.string(),
  mj_id: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  image_url: z.string(),
  status: z.string(),
  /** As the upstream writes it: `50%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** The same in the reader's language if it is the gateway's own sentence; absent: it is the upstream's words. */
  failure: z.string().optional(),
  /** The original charge. */
  quota: z.number().int(),
  /** The refunded part of it. */
  refunded: z.number().int(),
})
export type Drawing = z.output<typeof drawing>
