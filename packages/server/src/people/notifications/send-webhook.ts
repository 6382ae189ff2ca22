import { createHmac } from 'node:crypto'
import type { Outbound } from '../../platform/http/outbound.ts'
import type { NoticeKind } from './store.ts'

export interface WebhookNotice {
  type: NoticeKind
  title: string
  /** The complete text. */
  content: string
  /** The values in the text. */
  values: string[]
  /** Unix seconds. */
  timestamp: number
}

const SIGNATURE_HEADER = 'X-Webhook-Signature'
const LIMITS = { timeoutMs: 5_000, maxBytes: 64 * 1024 }

/**
 * Posts a notice as JSON. With a secret it is signed: lower-case hex HMAC-SHA256 of the raw body.
 *
 * @throws when the address is not public or does not answer with a 2xx status
 */
export async function sendWebhook(
  outbound: Outbound,
  { url, secret }: { url: string; secret: string },
  notice: WebhookNotice,
): Promise<void> {
  const body = JSON.stringify(notice)
  const headers = {
    'content-type': 'application/json',
    ...(secret && { [SIGNATURE_HEADER]: createHmac('sha256', secret).update(body).digest('hex') }),
  }
  const { status } = await outbound.fetch(url, { method: 'POST', headers, body, ...LIMITS })
  if (status < 200 || status >= 300) throw new Error(`the webhook answered with status ${status}`)
}
