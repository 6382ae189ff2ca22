import { type UserSetting, userSetting } from '@tollgate/contract'

/** What a user chose, from the text it is stored as; what cannot be read is as if nothing was chosen. */
export function readSetting(text: string): UserSetting {
  const parsed = userSetting.safeParse(JSON.parse(text || '{}'))
  return parsed.success ? parsed.data : userSetting.parse({})
}
