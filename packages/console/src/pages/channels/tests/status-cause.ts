import { t } from '../../../phrases/index.ts'

/** Words the gateway's measurement in the reader's language; undefined: the reason is the upstream's own sentence. */
export function causeInWords(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined
  if (cause.code === 'too_slow' && 'seconds' in cause && 'limit' in cause)
    return t('channelTests.tooSlow', { seconds: String(cause.seconds), limit: String(cause.limit) })
  if (cause.code === 'balance_used_up' && 'balance' in cause)
    return t('channelTests.balanceUsedUp', { balance: `$${Number(cause.balance).toFixed(2)}` })
  return undefined
}
