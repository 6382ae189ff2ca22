import { AUTO_GROUP, autoGroups, pricedGroups } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import { relayError } from '../call/relay-error.ts'
import type { Admission } from '../request/authenticate.ts'
import type { TokenIdentity } from '../request/token-index.ts'

type Caller = Pick<TokenIdentity, 'tokenGroup' | 'userGroup'>

/** Whether a token's calls try groups in the operator's order. Without an order, *auto* is a name like any other. */
export const triesGroups = ({ tokenGroup }: Caller, options: Options): boolean =>
  tokenGroup === AUTO_GROUP && options.get('AutoGroups').length > 0

/** The group whose limit counts for a caller before it is known where a call goes. */
export const statedGroup = (caller: Caller, options: Options): string =>
  triesGroups(caller, options) ? caller.userGroup : caller.tokenGroup || caller.userGroup

/**
 * Returns the groups a caller's calls may run in, the first first: the token's, else the user's own; for *auto*, those of the order
 * that the owner may use.
 *
 * @throws ApiError
 */
export function groupsOf(caller: Caller, options: Options): string[] {
  const { tokenGroup, userGroup } = caller
  if (tokenGroup === '') return [userGroup]
  if (triesGroups(caller, options)) {
    const order = autoGroups(options, userGroup)
    if (order.length > 0) return order
  } else if (Object.hasOwn(pricedGroups(options, userGroup), tokenGroup)) return [tokenGroup]
  throw relayError('group_not_usable', { group: tokenGroup })
}

/**
 * What serves a caller who tries groups, asked for before limits are counted, as the limit is that of the group. undefined: the
 * caller has one group, or no group serves the call, which is refused after it has counted.
 */
export function servedEarly<Served>(caller: Caller, options: Options, serve: () => Served): Served | undefined {
  if (!triesGroups(caller, options)) return undefined
  try {
    return serve()
  } catch {
    return undefined
  }
}

/** A caller who has only one of its groups. */
export const admittedIn = (group: string, { identity, ...admission }: Admission): Admission => ({
  ...admission,
  identity: { ...identity, tokenGroup: group === identity.userGroup ? '' : group },
})

/**
 * Returns what the first of a caller's groups serves. A call is priced in the group that serves it, so `serve` gets each group with a
 * caller who has no other.
 *
 * @throws the first group's error
 */
export function inServingGroup<Served>(
  admission: Admission,
  options: Options,
  serve: (group: string, admission: Admission) => Served,
): Served {
  const groups = groupsOf(admission.identity, options)
  const [only = ''] = groups
  if (!triesGroups(admission.identity, options)) return serve(only, admission)
  const errors: unknown[] = []
  for (const group of groups) {
    try {
      return serve(group, admittedIn(group, admission))
    } catch (error) {
      errors.push(error)
    }
  }
  throw errors[0]
}
