import type { OptionValue } from './options/index.ts'

type GroupKey = 'GroupRatio' | 'UserUsableGroups' | 'GroupGroupRatio' | 'AutoGroups'

/** Values of the options that say who may call which group, and at which ratio. */
export interface GroupOptions {
  get<Key extends GroupKey>(key: Key): OptionValue<Key>
}

/** Returns the groups a user may use with their descriptions: the public ones and the user's own. */
export function usableGroups(options: GroupOptions, ownGroup: string): Record<string, string> {
  return { [ownGroup]: ownGroup, ...options.get('UserUsableGroups') }
}

/** A group as its callers know it. */
interface PricedGroup {
  ratio: number
  desc: string
  /** The ratio is the one between the user's group and it. */
  is_own?: true
}

/** Returns the usable groups that have a ratio, with what they cost users of the own group. */
export function pricedGroups(options: GroupOptions, ownGroup: string): Record<string, PricedGroup> {
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
export function autoGroups(options: GroupOptions, ownGroup: string): string[] {
  const order = options.get('AutoGroups')
  if (order.length === 0) return []
  const priced = pricedGroups(options, ownGroup)
  return [...new Set(order)].filter(group => group === ownGroup || Object.hasOwn(priced, group))
}

/** What a group's calls cost a caller. */
export interface GroupTerms {
  /** Multiplies every price. */
  groupRatio: number
  /** The caller's group; absent: it is the call's. */
  userGroup?: string
  /** The ratio is the one between both groups, and not the call's group's own. */
  isBetweenGroups?: true
}

/**
 * Returns what calls of a group cost users of another: the ratio that the operator set between both, else the group's own, else 1.
 * Everything that is charged gets its group's ratio here.
 */
export function groupTermsOf(group: string, userGroup: string, options: GroupOptions): GroupTerms {
  const between = memberOf(memberOf(options.get('GroupGroupRatio'), userGroup), group)
  return {
    groupRatio: between ?? memberOf(options.get('GroupRatio'), group) ?? 1,
    ...(userGroup !== group && { userGroup }),
    ...(between !== undefined && { isBetweenGroups: true }),
  }
}

const memberOf = <Value>(map: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  map && Object.hasOwn(map, name) ? map[name] : undefined
