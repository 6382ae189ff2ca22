import { withoutTrailingSlashes } from '@tollgate/contract'
import { randomText } from '../../../platform/process/random-text.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

/** The URL where an upstream reports changes of a task; valid until the task has ended. */
interface CallbackAddress {
  url: string
  /** The fingerprint stored in the row. */
  fingerprint: string
}

const TOKEN_CHARACTERS = 32

/** @param site the gateway's own public address */
export function makeCallbackAddress(site: string, secrets: Pick<Secrets, 'fingerprint'>): CallbackAddress {
  const token = randomText(TOKEN_CHARACTERS)
  return { url: `${withoutTrailingSlashes(site)}/mj/notify/${token}`, fingerprint: callbackFingerprint(token, secrets) }
}

export const callbackFingerprint = (token: string, { fingerprint }: Pick<Secrets, 'fingerprint'>): string =>
  fingerprint(`midjourney callback ${token}`)
