import type { CheckedInputOf, calls, Page, Token } from '@tollgate/contract'
import type { Caller } from '../http/serve.ts'
import { readPage } from '../storage/page.ts'
import type { World } from '../world.ts'
import { keyFilter } from './keys.ts'
import { tokensBy } from './store.ts'
import { toToken } from './to-token.ts'

type Query = CheckedInputOf<typeof calls.tokens.list>['query']

/** A page of the owner's tokens whose name and key have the parts asked for. */
export function listTokens(
  world: World,
  owner: Caller,
  { p, page_size, size = page_size, keyword, token }: Query,
): Promise<Page<Token>> {
  const { rows, count } = tokensBy(world.db, owner.id, { name: keyword, ...keyFilter(token, world.secrets) })
  return readPage(rows, count, { p, page_size: size }, toToken(world))
}
