import type { ListedUser, User } from '@tollgate/contract'
import { readRights } from '../../platform/http/rights.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { listedSetting, shownSetting } from './setting.ts'

/** Returns a user as the console sees it, without password and secrets. */
export function toUser({
  password,
  access_token,
  deleted_at,
  setting,
  leased,
  waived,
  period_owed,
  subscriptions,
  agreed_at,
  agreed_to,
  is_team,
  rights,
  rights_by,
  rights_at,
  remark,
  ...user
}: UserRow): User {
  // checked when it was written
  const quota_period = user.quota_period as User['quota_period']
  return {
    ...user,
    is_team: is_team === 1,
    quota_period,
    setting: JSON.stringify(shownSetting(setting)),
    DeletedAt: deleted_at,
    rights: readRights(rights),
  }
}

/** The same for administrators. */
export const toListedUser = (row: UserRow): ListedUser => ({
  ...toUser(row),
  setting: JSON.stringify(listedSetting(row.setting)),
  remark: row.remark,
})
