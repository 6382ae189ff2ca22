import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { calls, MAX_PAGE_SIZE, type Page, type Token } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

/** A token with the child keys below it, each after the key that made it. */
export type TokenLine = Token & { children?: Token[] }

/** Adds the newest child keys below the tokens of a list that have any. */
export function useTokenLines(query: UseQueryResult<Page<Token>>): UseQueryResult<Page<TokenLine>> {
  const { data } = query
  const parents = data?.items.filter(token => token.child_keys) ?? []
  const below = useQueries({
    queries: parents.map(({ id }) => ({
      queryKey: ['tokens', 'below', id],
      queryFn: () => send(calls.tokens.children, { params: { id }, query: { page_size: MAX_PAGE_SIZE } }),
    })),
  })
  if (!data || parents.length === 0) return query
  const lineOf = (token: Token): TokenLine => {
    const items = below[parents.indexOf(token)]?.data?.items
    return items ? { ...token, children: inTreeOrder(items, token.id) } : token
  }
  return { ...query, data: { ...data, items: data.items.map(lineOf) } } as UseQueryResult<Page<TokenLine>>
}

/** The tokens below one, each before those it has made. */
function inTreeOrder(tokens: readonly Token[], parentId: number): Token[] {
  const byParent = Map.groupBy(tokens, ({ parent_id }) => parent_id)
  const below = (id: number): Token[] => (byParent.get(id) ?? []).flatMap(token => [token, ...below(token.id)])
  return below(parentId)
}
