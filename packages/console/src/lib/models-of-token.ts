import { type calls, type PricedModel, type ReplyOf, splitList, type Token } from '@tollgate/contract'

/** Returns the models of a user that a token may call: those of its groups and, if it has one, of its own list. */
export function modelsOfToken(
  token: Pick<Token, 'model_limits_enabled' | 'model_limits'>,
  names: readonly string[],
  priced: readonly Pick<PricedModel, 'model_name' | 'enable_groups'>[],
  groups: readonly string[],
): string[] {
  const groupsOf = new Map(priced.map(({ model_name, enable_groups }) => [model_name, enable_groups]))
  const limits = new Set(splitList(token.model_limits))
  return names.filter(
    name =>
      (groupsOf.get(name)?.some(group => groups.includes(group)) ?? true) &&
      (!token.model_limits_enabled || limits.has(name)),
  )
}

/** Returns the groups that a token's calls may run in. */
export const groupsOfToken = (
  { group }: Pick<Token, 'group'>,
  ownGroup: string,
  usable: ReplyOf<typeof calls.users.groups>,
): readonly string[] => usable[group]?.tries ?? [group || ownGroup]
