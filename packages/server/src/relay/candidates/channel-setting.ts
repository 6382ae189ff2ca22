import type { Secrets } from '../../platform/secrets/secrets.ts'

/** Prefix of an encrypted text; no address and no header begins like this. */
const SEALED = 'sealed:'

/** Returns a channel's `setting` as stored: its proxy and its headers, which may contain secrets, are encrypted. */
export const sealSetting = (setting: string, secrets: Secrets): string =>
  withSecrets(setting, text => (isOpen(text) ? SEALED + secrets.encrypt(text) : text))

/** Returns the `setting` as it was given, except for white space. */
export const openSetting = (setting: string, secrets: Secrets): string =>
  withSecrets(setting, text => (isOpen(text) ? text : secrets.decrypt(text.slice(SEALED.length))))

/** Returns whether a `setting` has an unencrypted proxy or header. */
export function isSettingOpen(setting: string): boolean {
  let found = false
  withSecrets(setting, text => {
    found ||= isOpen(text)
    return text
  })
  return found
}

const isOpen = (text: string): boolean => !text.startsWith(SEALED)

/** A setting that is not an object, or has neither, stays unchanged. */
function withSecrets(setting: string, change: (text: string) => string): string {
  if (!/proxy|headers/.test(setting)) return setting
  const value = parsedSetting(setting)
  const proxy = typeof value?.proxy === 'string' && value.proxy.trim() !== '' ? value.proxy : null
  const headers = objectIn(value?.headers)
  if (proxy === null && headers === null) return setting
  const changed = headers && Object.entries(headers).map(([name, text]) => [name, textOrSame(text, change)])
  return JSON.stringify({
    ...value,
    ...(proxy !== null && { proxy: change(proxy) }),
    ...(changed && { headers: Object.fromEntries(changed) }),
  })
}

const textOrSame = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === 'string' && value !== '' ? change(value) : value

const objectIn = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

/** Returns null for a setting that is not an object. */
export function parsedSetting(setting: string): Record<string, unknown> | null {
  try {
    return objectIn(JSON.parse(setting))
  } catch {
    return null
  }
}
