import { i18n } from '../../phrases/index.ts'

/** Why an attempt failed: the gateway's codes in words, unknown codes unchanged, the upstream's words in quotation marks. */
export function Reason({ reason }: { reason: string | undefined }) {
  if (!reason) return null
  if (!/^[a-z0-9_]+$/.test(reason)) return <q>{reason}</q>
  const key = `log.attempts.reasons.${reason}`
  return i18n.exists(key) ? i18n.t(key as 'log.attempts.reasons.internal') : <code>{reason}</code>
}
