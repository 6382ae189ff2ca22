import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets/secrets.ts'

type Signing = Pick<Secrets, 'fingerprint'>

/** An address is valid for at least a day and stays the same for a day, so that browsers cache the picture. */
const DAY = 86_400

/** Returns the path of a drawing's picture on this site: anybody who has it can see the picture for one to two days. */
export function picturePath(mjId: string, now: number, secrets: Signing): string {
  const expires = (Math.floor(now / DAY) + 2) * DAY
  return `/mj/image/${encodeURIComponent(mjId)}?expires=${expires}&signature=${sign(mjId, expires, secrets)}`
}

/** Whether we made the address and it has not expired. */
export function isPicturePath(mjId: string, query: URLSearchParams, now: number, secrets: Signing): boolean {
  const expires = Number(query.get('expires'))
  if (!Number.isSafeInteger(expires) || expires <= now) return false
  const [given, wanted] = [query.get('signature') ?? '', sign(mjId, expires, secrets)].map(text => Buffer.from(text))
  return given !== undefined && wanted !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}

const sign = (mjId: string, expires: number, { fingerprint }: Signing): string =>
  fingerprint(`midjourney picture ${mjId} ${expires}`)
