import type { User } from '@tollgate/contract'
import type { UserRow } from '../storage/schema.ts'
import { shownSetting } from './setting.ts'

/** Returns a user as the console sees it, without password and secrets. */
export function toUser({ password, access_token, deleted_at, setting, leased, ...user }: UserRow): User {
  return { ...user, setting: JSON.stringify(shownSetting(setting)), DeletedAt: deleted_at }
}
