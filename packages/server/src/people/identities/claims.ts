import { type OidcProvider, PROVIDER_ROLES } from '@tollgate/contract'
import type { PeopleContext } from '../context.ts'
import type { Granted } from './provider.ts'

/**
 * Returns what claims grant a user by the operator's maps: the first mapped group and the highest mapped role. A value
 * missing from its map grants nothing.
 */
export function grantedBy(
  entry: OidcProvider,
  claims: Record<string, unknown>,
  { options, log }: Pick<PeopleContext, 'options' | 'log'>,
): Granted {
  const ratios = options.get('GroupRatio')
  const group = mapped(entry.groups, claims[entry.group_claim])[0]
  if (group !== undefined && !Object.hasOwn(ratios, group))
    log.warn({ provider: entry.slug, group }, 'a claim names a group that does not exist; it was ignored')
  if (textsIn(claims[entry.role_claim]).includes('root'))
    log.warn({ provider: entry.slug }, 'a claim names the role root, which no provider can give; it was ignored')
  const roles: readonly string[] = mapped(entry.roles, claims[entry.role_claim])
  return {
    group: group !== undefined && Object.hasOwn(ratios, group) ? group : undefined,
    role: PROVIDER_ROLES.findLast(role => roles.includes(role)),
  }
}

/** The mapped values of the names in a claim, in the map's order. */
function mapped(map: Readonly<Record<string, string>>, claim: unknown): string[] {
  const said = new Set(textsIn(claim))
  return Object.keys(map).flatMap(name => (said.has(name) ? [map[name] ?? ''] : []))
}

/** A claim is a text or a list of texts; anything else is ignored. */
const textsIn = (claim: unknown): string[] =>
  [claim].flat().filter((value): value is string => typeof value === 'string')
