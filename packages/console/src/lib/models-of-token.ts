import { type PricedModel, splitList, type Token } from '@tollgate/contract'

/** Returns the models of a user that a token may call: those of its group and, if it has one, of its own list. */
export function modelsOfToken(
  token: Pick<Token, 'group' | 'model_limits_enabled' | 'model_limits'>,
  names: readonly string[],
  priced: readonly Pick<PricedModel, 'model_name' | 'enable_groups'>[],
  ownGroup: string,
): string[] {
  const group = token.group || ownGroup
  const groupsOf = new Map(priced.map(({ model_name, enable_groups }) => [model_name, enable_groups]))
  const limits = new Set(splitList(token.model_limits))
  return names.filter(
    name => (groupsOf.get(name)?.includes(group) ?? true) && (!token.model_limits_enabled || limits.has(name)),
  )
}
