import type { Secrets } from '../../platform/secrets/secrets.ts'

/** Prefix of an encrypted proxy; no address begins like this. */
const SEALED = 'sealed:'

/** Returns a channel's `setting` as stored: its proxy, which may contain a password, is encrypted. */
export function sealSetting(setting: string, secrets: Secrets): string {
  return withProxy(setting, proxy => (isOpen(proxy) ? SEALED + secrets.encrypt(proxy) : proxy))
}

/** Returns the `setting` as it was given, except for white space. */
export function openSetting(setting: string, secrets: Secrets): string {
  return withProxy(setting, proxy => (isOpen(proxy) ? proxy : secrets.decrypt(proxy.slice(SEALED.length))))
}

/** Returns whether a `setting` has an unencrypted proxy. */
export function isSettingOpen(setting: string): boolean {
  let found = false
  withProxy(setting, proxy => {
    found = isOpen(proxy)
    return proxy
  })
  return found
}

const isOpen = (proxy: string): boolean => !proxy.startsWith(SEALED)

/** A setting that is not an object, or has no proxy, stays unchanged. */
function withProxy(setting: string, change: (proxy: string) => string): string {
  if (!setting.includes('proxy')) return setting
  const value = read(setting)
  if (typeof value?.proxy !== 'string' || value.proxy.trim() === '') return setting
  return JSON.stringify({ ...value, proxy: change(value.proxy) })
}

function read(setting: string): { proxy?: unknown } | null {
  try {
    const value: unknown = JSON.parse(setting)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
