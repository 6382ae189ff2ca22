import { type UserSetting, userSetting } from '@tollgate/contract'
import { z } from 'zod'

const storedSetting = userSetting.omit({ has_webhook_secret: true }).extend({
  /** Encrypted. */
  webhook_secret: z.string().optional(),
})
export type StoredSetting = z.output<typeof storedSetting>

/** Parses a user's stored setting; an invalid one counts as empty. */
export function readSetting(text: string): StoredSetting {
  const parsed = storedSetting.safeParse(JSON.parse(text || '{}'))
  return parsed.success ? parsed.data : storedSetting.parse({})
}

/** Returns the setting as its user sees it, without the secret. */
export function shownSetting(text: string): UserSetting {
  const { webhook_secret, ...setting } = readSetting(text)
  return { ...setting, has_webhook_secret: Boolean(webhook_secret) }
}

/** The same for administrators, without the user's views. */
export function listedSetting(text: string): UserSetting {
  const { views, ...setting } = shownSetting(text)
  return setting
}
