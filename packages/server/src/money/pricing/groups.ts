import { AUTO_GROUP, type calls, type ReplyOf } from '@tollgate/contract'
import type { GroupTerms } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import type { Db } from '../../platform/storage/db.ts'

/** Returns the groups a user may use with their descriptions: the public ones and the user's own. */
export function usableGroups(options: Options, ownGroup: string): Record<string, string> {
  return { [ownGroup]: ownGroup, ...options.get('UserUsableGroups') }
}

/** Returns the usable groups that have a ratio, with what they cost users of the own group. */
export function pricedGroups(options: Options, ownGroup: string): ReplyOf<typeof calls.users.groups> {
  const ratios = options.get('GroupRatio')
  return Object.fromEntries(
    Object.entries(usableGroups(options, ownGroup)).flatMap(([group, desc]) => {
      if (!Object.hasOwn(ratios, group)) return []
      const { groupRatio: ratio, isBetweenGroups } = groupTermsOf(group, ownGroup, options)
      return [[group, { ratio, desc, ...(isBetweenGroups && { is_own: isBetweenGroups }) }]]
    }),
  )
}

/** Returns the usable groups that a token of the group *auto* tries, in the operator's order. */
export function autoGroups(options: Options, ownGroup: string): string[] {
  const order = options.get('AutoGroups')
  if (order.length === 0) return []
  const priced = pricedGroups(options, ownGroup)
  return [...new Set(order)].filter(group => group === ownGroup || Object.hasOwn(priced, group))
}

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

/**
 * Returns what calls of a group cost users of another: the ratio that the operator set between both, else the group's own, else 1.
 * Everything that is charged gets its group's ratio here.
 */
export function groupTermsOf(group: string, userGroup: string, options: Pick<Options, 'get'>): GroupTerms {
  const between = memberOf(memberOf(options.get('GroupGroupRatio'), userGroup), group)
  return {
    groupRatio: between ?? memberOf(options.get('GroupRatio'), group) ?? 1,
    ...(userGroup !== group && { userGroup }),
    ...(between !== undefined && { isBetweenGroups: true }),
  }
}

/** Returns the least ratio at which anybody calls a group: its own, or one between groups. */
export function leastRatioOf(group: string, options: Pick<Options, 'get'>): number {
  const between = Object.values(options.get('GroupGroupRatio')).map(ratios => memberOf(ratios, group) ?? Infinity)
  return Math.min(groupTermsOf(group, group, options).groupRatio, ...between)
}

const memberOf = <Value>(map: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  map && Object.hasOwn(map, name) ? map[name] : undefined

/** Returns the sorted names of models that an enabled channel serves, in the given groups or in any. */
export async function enabledModels(db: Db, groups?: string[]): Promise<string[]> {
  const enabled = db.selectFrom('abilities').select('model').distinct().where('enabled', '=', 1).orderBy('model')
  const rows = await (groups ? enabled.where('group', 'in', groups) : enabled).execute()
  return rows.map(({ model }) => model)
}
