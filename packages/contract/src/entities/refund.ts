import { z } from 'zod'

/** An administrator's refund of a call's charge. Times are unix seconds. */
export const refund = z.object({
  id: z.number().int(),
  /** The row of the log that shows the charge. */
  log_id: z.number().int(),
  quota: z.number().int(),
  reason: z.string(),
  actor_name: z.string(),
  /** The batch it belongs to; 0: none. */
  batch_id: z.number().int(),
  created_at: z.number().int(),
  /** When its batch was undone; 0: it is in force. */
  undone_at: z.number().int(),
})
export type Refund = z.output<typeof refund>

export const REFUND_BATCH_STATES = ['running', 'done', 'undoing', 'undone'] as const

/** A refund of every call that passed a filter. */
export const refundBatch = z.object({
  id: z.number().int(),
  reason: z.string(),
  actor_name: z.string(),
  state: z.enum(REFUND_BATCH_STATES),
  /** Calls that passed the filter when it began. */
  total: z.number().int(),
  /** Calls checked so far. */
  handled: z.number().int(),
  /** Calls refunded, and how much, minus what was undone. */
  calls: z.number().int(),
  quota: z.number().int(),
  created_at: z.number().int(),
  /** 0: it is running. */
  finished_at: z.number().int(),
})
export type RefundBatch = z.output<typeof refundBatch>

/** The effect of a refund of every call that passes a filter. */
export const refundPreview = z.object({
  calls: z.number().int(),
  users: z.number().int(),
  /** The charges of these calls, minus previous refunds. */
  quota: z.number().int(),
})
export type RefundPreview = z.output<typeof refundPreview>
