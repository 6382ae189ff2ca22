import type { ChannelLimit } from '@tollgate/contract'

/** The members of a channel's `setting`; null: it is not a JSON object. */
export function readSetting(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** 0: none. */
export const limitOf = (setting: Readonly<Record<string, unknown>> | null, limit: ChannelLimit): number =>
  Number(setting?.[limit] ?? 0) || 0

/** The text with a changed limit; 0 removes it. Other members stay; a text that is not a JSON object is unchanged. */
export const withLimit = (text: string, limit: ChannelLimit, value: number): string =>
  withMember(text, limit, value > 0 ? value : undefined)

/** The same for any member; undefined removes it. */
export function withMember(text: string, name: string, value: unknown): string {
  const setting = readSetting(text)
  if (!setting) return text
  const { [name]: _before, ...rest } = setting
  const changed = value === undefined ? rest : { ...rest, [name]: value }
  return Object.keys(changed).length === 0 ? '' : JSON.stringify(changed, null, 2)
}
