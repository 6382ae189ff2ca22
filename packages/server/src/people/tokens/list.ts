import type { CheckedInputOf, calls, Page, Token } from '@tollgate/contract'
import { withPeriodUse } from '../../money/ledger/index.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { readPage } from '../../platform/storage/page.ts'
import type { PeopleContext } from '../context.ts'
import { keyFilter } from './keys.ts'
import { tokensBy } from './store.ts'
import { toToken } from './to-token.ts'

type Query = CheckedInputOf<typeof calls.tokens.list>['query']

/** Reads a page of the owner's tokens whose name and key contain the given parts. */
export async function listTokens(
  app: PeopleContext,
  owner: Caller,
  { p, page_size, size = page_size, keyword, token, ...others }: Query,
): Promise<Page<Token>> {
  const { rows, count } = tokensBy(
    app.db,
    owner.id,
    { ...others, name: keyword, ...keyFilter(token, app.secrets) },
    app.now(),
  )
  const page = await readPage(rows, count, { p, page_size: size }, toToken(app))
  return { ...page, items: await withPeriodUse(app.db, 'token', page.items, app.now()) }
}
