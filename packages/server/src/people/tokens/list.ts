import type { CheckedInputOf, calls, Page, Token } from '@tollgate/contract'
import { withPeriodUse } from '../../money/ledger/index.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { readPage } from '../../platform/storage/page.ts'
import type { PeopleContext } from '../context.ts'
import { sumsOfTrees } from './children/store.ts'
import { keyFilter } from './keys.ts'
import { type TokenFilters, tokensBy } from './store.ts'
import { toToken } from './to-token.ts'

type Query = CheckedInputOf<typeof calls.tokens.list>['query']

/** Reads a page of the owner's tokens whose name and key contain the given parts; without these, tokens without a parent. */
export async function listTokens(
  app: PeopleContext,
  owner: Caller,
  { p, page_size, size = page_size, keyword, token, ...others }: Query,
): Promise<Page<Token>> {
  const isSearch = keyword !== '' || token.trim() !== ''
  const filters = { ...others, name: keyword, ...keyFilter(token, app.secrets), ...(!isSearch && { isTop: true }) }
  return readTokens(app, owner, filters, { p, page_size: size })
}

/** Reads a page of the child keys below a token of the owner, newest first. */
export const listChildren = (
  app: PeopleContext,
  owner: Caller,
  belowId: number,
  page: PageQuery,
): Promise<Page<Token>> => readTokens(app, owner, { belowId }, page)

type PageQuery = Pick<Query, 'p' | 'page_size'>

async function readTokens(
  app: PeopleContext,
  owner: Caller,
  filters: TokenFilters,
  query: PageQuery,
): Promise<Page<Token>> {
  const { rows, count } = tokensBy(app.db, owner.id, filters, app.now())
  const page = await readPage(rows, count, query, toToken(app))
  const items = await withPeriodUse(app.db, 'token', page.items, app.now())
  const sums = await sumsOfTrees(
    app.db,
    items.map(({ id }) => id),
  )
  return {
    ...page,
    items: items.map(item => {
      const child_keys = sums.get(item.id)
      return child_keys ? { ...item, child_keys } : item
    }),
  }
}
