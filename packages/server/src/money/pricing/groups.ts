import {
  AUTO_GROUP,
  autoGroups,
  type calls,
  groupTermsOf,
  pricedGroups,
  type ReplyOf,
  usableGroups,
} from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import type { Db } from '../../platform/storage/db.ts'

/** Returns the groups that users of a group may choose for a token. */
export function tokenGroups(options: Options, ownGroup: string): ReplyOf<typeof calls.users.groups> {
  const priced = pricedGroups(options, ownGroup)
  const tries = autoGroups(options, ownGroup)
  const [first] = tries
  if (first === undefined) return priced
  const desc = usableGroups(options, ownGroup)[AUTO_GROUP] ?? ''
  const { groupRatio: ratio } = groupTermsOf(first, ownGroup, options)
  return { ...priced, [AUTO_GROUP]: { ratio, desc, tries } }
}

/** Returns the least ratio at which anybody calls a group: its own, or one between groups. */
export function leastRatioOf(group: string, options: Pick<Options, 'get'>): number {
  const users = [group, ...Object.keys(options.get('GroupGroupRatio'))]
  return Math.min(...users.map(user => groupTermsOf(group, user, options).groupRatio))
}

/** Returns the sorted names of models that an enabled channel serves, in the given groups or in any. */
export async function enabledModels(db: Db, groups?: string[]): Promise<string[]> {
  const enabled = db.selectFrom('abilities').select('model').distinct().where('enabled', '=', 1).orderBy('model')
  const rows = await (groups ? enabled.where('group', 'in', groups) : enabled).execute()
  return rows.map(({ model }) => model)
}
