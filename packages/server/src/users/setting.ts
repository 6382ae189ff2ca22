import { type UserSetting, userSetting } from '@tollgate/contract'
import { z } from 'zod'

const storedSetting = userSetting.omit({ has_webhook_secret: true }).extend({
  /** Sealed. */
  webhook_secret: z.string().optional(),
})
export type StoredSetting = z.output<typeof storedSetting>

/** What a user chose, from the text it is stored as; what cannot be read is as if nothing was chosen. */
export function readSetting(text: string): StoredSetting {
  const parsed = storedSetting.safeParse(JSON.parse(text || '{}'))
  return parsed.success ? parsed.data : storedSetting.parse({})
}

/** The same as its user sees it. */
export function shownSetting(text: string): UserSetting {
  const { webhook_secret, ...setting } = readSetting(text)
  return { ...setting, has_webhook_secret: Boolean(webhook_secret) }
}
