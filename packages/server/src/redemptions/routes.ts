import { type CheckedInputOf, calls, type Redemption } from '@tollgate/contract'
import { fault } from '../http/fault.ts'
import { serve } from '../http/serve.ts'
import { readPage } from '../storage/page.ts'
import type { World } from '../world.ts'
import { createRedemptions } from './create.ts'
import { deleteRedemption, findRedemption, type RedemptionRow, redemptionsBy } from './store.ts'
import { changeRedemption } from './update.ts'

const toRedemption = (
  { deleted_at, key_sealed, key_fingerprint, ...row }: RedemptionRow,
  { secrets }: World,
): Redemption => ({ ...row, key: secrets.decrypt(key_sealed) })

function listRedemptions(world: World, query: CheckedInputOf<typeof calls.redemptions.list>['query']) {
  const keyword = query.keyword.trim()
  const { rows, count } = redemptionsBy(world.db, keyword, world.secrets.fingerprint(keyword.toLowerCase()))
  return readPage(rows, count, query, row => toRedemption(row, world))
}

export const redemptionEndpoints = [
  serve(calls.redemptions.list, ({ query }, { world }) => listRedemptions(world, query)),

  serve(calls.redemptions.search, ({ query }, { world }) => listRedemptions(world, query)),

  serve(calls.redemptions.get, async ({ params }, { world }) => {
    const redemption = await findRedemption(world.db, params.id)
    if (!redemption) throw fault('redemption_not_found')
    return toRedemption(redemption, world)
  }),

  serve(calls.redemptions.create, ({ body }, { world, caller }) => createRedemptions(world, caller, body)),

  serve(calls.redemptions.update, async ({ query, body }, { world }) => {
    const { id, status, name, quota } = body
    return toRedemption(await changeRedemption(world, query.status_only ? { id, status } : { id, name, quota }), world)
  }),

  serve(calls.redemptions.remove, async ({ params }, { world }) => {
    if (!(await deleteRedemption(world.db, params.id, world.now()))) throw fault('redemption_not_found')
    return null
  }),
]
