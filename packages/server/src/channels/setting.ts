import type { Secrets } from '../secrets.ts'

/** A proxy that is sealed says so: no address begins like this. */
const SEALED = 'sealed:'

/** A channel's `setting` as it is stored: its proxy, which may hold a password, is sealed. */
export function sealSetting(setting: string, secrets: Secrets): string {
  return withProxy(setting, proxy => (isOpen(proxy) ? SEALED + secrets.encrypt(proxy) : proxy))
}

/** The `setting` as it was given, but for its blanks. */
export function openSetting(setting: string, secrets: Secrets): string {
  return withProxy(setting, proxy => (isOpen(proxy) ? proxy : secrets.decrypt(proxy.slice(SEALED.length))))
}

/** Whether a proxy stands in it readable by anybody. */
export function isSettingOpen(setting: string): boolean {
  let found = false
  withProxy(setting, proxy => {
    found = isOpen(proxy)
    return proxy
  })
  return found
}

const isOpen = (proxy: string): boolean => !proxy.startsWith(SEALED)

/** Settings that are no object, or name no proxy, stay as they are to the letter. */
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
