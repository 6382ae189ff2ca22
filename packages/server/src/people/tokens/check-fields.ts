import {
  AUTO_GROUP,
  autoGroups,
  type CheckedInputOf,
  type calls,
  pricedGroups,
  TOKEN_NAME_MAX_LENGTH,
} from '@tollgate/contract'
import { parseRanges } from '../../platform/http/client-ip.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { Options } from '../../platform/options/index.ts'
import type { TokenChange } from '../../platform/storage/schema.ts'

type Form = Omit<CheckedInputOf<typeof calls.tokens.create>['body'], 'count' | 'remain_quota'>

/** Checks the given fields against their owner's rights and returns them as columns. */
export function checkedColumns(
  given: Form,
  owner: Pick<Caller, 'group'>,
  options: Options,
): Omit<TokenChange, 'remain_quota'> {
  const { unlimited_quota, model_limits_enabled, allow_ips, ...same } = given
  if (given.name !== undefined) checkName(given.name)
  if (given.group) checkGroup(given.group, owner, options)
  return {
    ...same,
    ...(unlimited_quota !== undefined && { unlimited_quota: Number(unlimited_quota) }),
    ...(model_limits_enabled !== undefined && { model_limits_enabled: Number(model_limits_enabled) }),
    ...(allow_ips !== undefined && { allow_ips: checkedAddresses(allow_ips) }),
  }
}

export function checkName(name: string): void {
  if (name === '') throw consoleError('token_name_required', {}, 'name')
  // a character has at most two units
  if (name.length > 2 * TOKEN_NAME_MAX_LENGTH || [...name].length > TOKEN_NAME_MAX_LENGTH)
    throw consoleError('token_name_too_long', { limit: TOKEN_NAME_MAX_LENGTH }, 'name')
}

function checkGroup(group: string, owner: Pick<Caller, 'group'>, options: Options): void {
  const isUsable = Object.hasOwn(pricedGroups(options, owner.group), group)
  if (!isUsable && !(group === AUTO_GROUP && autoGroups(options, owner.group).length > 0))
    throw consoleError('token_group_not_usable', { group }, 'group')
}

/** Returns one address or range per line. */
function checkedAddresses(text: string): string {
  const addresses = text.split(/[\s,]+/).filter(address => address !== '')
  for (const ip of addresses) {
    try {
      parseRanges(ip)
    } catch {
      throw consoleError('token_ip_invalid', { ip }, 'allow_ips')
    }
  }
  return addresses.join('\n')
}
