import { pricedGroups } from '../../money/pricing/groups.ts'
import type { Options } from '../../platform/options/index.ts'
import { relayError } from '../call/relay-error.ts'
import type { TokenIdentity } from '../request/token-index.ts'

/**
 * Returns the group a call runs in: the token's, else the user's own.
 * The token's group must be one that its owner may use.
 *
 * @throws ApiError
 */
export function groupOf({ tokenGroup, userGroup }: TokenIdentity, options: Options): string {
  if (tokenGroup === '') return userGroup
  if (!Object.hasOwn(pricedGroups(options, userGroup), tokenGroup))
    throw relayError('group_not_usable', { group: tokenGroup })
  return tokenGroup
}
