import type { Options } from '../../options/index.ts'
import { pricedGroups } from '../../users/groups.ts'
import { relayError } from '../errors/relay-error.ts'
import type { TokenIdentity } from '../request/token-index.ts'

/**
 * The group a call runs in: the token's, when it names one its owner may use, else the user's own.
 *
 * @throws ApiError
 */
export function groupOf({ tokenGroup, userGroup }: TokenIdentity, options: Options): string {
  if (tokenGroup === '') return userGroup
  if (!Object.hasOwn(pricedGroups(options, userGroup), tokenGroup))
    throw relayError('group_not_usable', { group: tokenGroup })
  return tokenGroup
}

/** What a group's calls are multiplied by; 1 when the operator set nothing. */
export function groupRatioOf(group: string, options: Options): number {
  const ratios = options.get('GroupRatio')
  return Object.hasOwn(ratios, group) ? (ratios[group] ?? 1) : 1
}
