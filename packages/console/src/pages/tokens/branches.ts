import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, MAX_PAGE_SIZE, type Page, type Token } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

/** A token with the child keys below it, each after the key that made it. */
export type TokenLine = Token & { children?: Token[] }

/** Adds the newest child keys below the tokens of a list that have any. */
export function useTokenLines(query: UseQueryResult<Page<Token>>): UseQueryResult<Page<TokenLine>> {
  const { data } = query
  const parents = data?.items.filter(token => token.child_keys).map(({ id }) => id) ?? []
  const { data: branches } = useQuery({
    queryKey: ['tokens', 'below', parents],
    queryFn: async () => new Map(await Promise.all(parents.map(branchBelow))),
    enabled: parents.length > 0,
    placeholderData: before => before,
  })
  if (!data || parents.length === 0) return query
  const lineOf = (token: Token): TokenLine => {
    const children = token.child_keys && branches?.get(token.id)
    return children ? { ...token, children } : token
  }
  return { ...query, data: { ...data, items: data.items.map(lineOf) } } as UseQueryResult<Page<TokenLine>>
}

async function branchBelow(id: number): Promise<[number, Token[]]> {
  const { items } = await send(calls.tokens.children, { params: { id }, query: { page_size: MAX_PAGE_SIZE } })
  return [id, inTreeOrder(items, id)]
}

/** The tokens below one, each before those it made. */
function inTreeOrder(tokens: readonly Token[], parentId: number): Token[] {
  const byParent = Map.groupBy(tokens, ({ parent_id }) => parent_id)
  const below = (id: number): Token[] => (byParent.get(id) ?? []).flatMap(token => [token, ...below(token.id)])
  return below(parentId)
}
