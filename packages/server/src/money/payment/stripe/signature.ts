import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the time in a signature may be from now. */
const TOLERANCE_SECONDS = 300
const LONGEST_HEADER = 4_096
/** While a secret is being replaced, there is a signature for each secret. */
const MOST_SIGNATURES = 16

/**
 * Returns whether a header `t=…,v1=…` signs these bytes with the secret, within five minutes of now; always false for an empty
 * secret. https://docs.stripe.com/webhooks/signature
 */
export function isSignedByStripe(header: string, body: Uint8Array, secret: string, now: number): boolean {
  if (secret === '' || header.length > LONGEST_HEADER) return false
  const parts = header.split(',').map(part => part.split('=', 2))
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key?.trim() === name ? [value] : []))
  const [time = '', ...others] = valuesOf('t')
  if (others.length > 0 || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) return false
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return valuesOf('v1')
    .slice(0, MOST_SIGNATURES)
    .some(given => /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), right))
}
