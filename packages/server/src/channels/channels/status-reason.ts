import { messageColumns } from '../../records/logs/message.ts'

/** Why the gateway disables a channel automatically: the upstream's own words without secrets, or a measurement. */
export type StatusReason =
  | string
  | { code: 'too_slow'; seconds: number; limit: number }
  | { code: 'balance_used_up'; balance: number }

interface Channel {
  id: number
  name: string
}

/** The columns of its log row. */
export function reasonColumns(reason: StatusReason, { id, name }: Channel): MessageColumns {
  if (typeof reason === 'string') return messageColumns('channel_refused', { id, name, reason })
  if (reason.code === 'balance_used_up')
    return messageColumns('channel_balance_used_up', { id, name, balance: `$${reason.balance.toFixed(2)}` })
  const { seconds, limit } = reason
  return messageColumns('channel_too_slow', { id, name, seconds, limit })
}

export type MessageColumns = ReturnType<typeof messageColumns>

/** The reason stored in `other_info`: a sentence for every reader, and a code that the console translates. */
export const keptReason = (reason: StatusReason, now: number) => ({
  status_reason: typeof reason === 'string' ? reason : sentenceOf(reason),
  status_time: now,
  ...(typeof reason !== 'string' && { status_cause: reason }),
})

const sentenceOf = (reason: Exclude<StatusReason, string>): string =>
  reason.code === 'too_slow'
    ? `A test took ${reason.seconds} s, longer than the limit of ${reason.limit} s`
    : `The balance with the provider is used up ($${reason.balance.toFixed(2)})`
