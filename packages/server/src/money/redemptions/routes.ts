import { type CheckedInputOf, calls, type Redemption } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { type MoneyContext, serve } from '../context.ts'
import { createRedemptions } from './create.ts'
import { deleteRedemption, findRedemption, type RedemptionRow, redemptionsBy } from './store.ts'
import { changeRedemption } from './update.ts'

const toRedemption = (
  { deleted_at, key_sealed, key_fingerprint, ...row }: RedemptionRow,
  { secrets }: MoneyContext,
): Redemption => ({ ...row, key: secrets.decrypt(key_sealed) })

function listRedemptions(app: MoneyContext, query: CheckedInputOf<typeof calls.redemptions.list>['query']) {
  const keyword = query.keyword.trim()
  const { rows, count } = redemptionsBy(app.db, { ...query, keyword }, app.secrets.fingerprint(keyword.toLowerCase()))
  return readPage(rows, count, query, row => toRedemption(row, app))
}

export const redemptionEndpoints = [
  serve(calls.redemptions.list, ({ query }, { app }) => listRedemptions(app, query)),

  serve(calls.redemptions.search, ({ query }, { app }) => listRedemptions(app, query)),

  serve(calls.redemptions.get, async ({ params }, { app }) => {
    const redemption = await findRedemption(app.db, params.id)
    if (!redemption) throw consoleError('redemption_not_found')
    return toRedemption(redemption, app)
  }),

  serve(calls.redemptions.create, ({ body }, context) => createRedemptions(context, body)),

  serve(calls.redemptions.update, async ({ query, body }, context) => {
    const { id, status, name, quota } = body
    const change = query.status_only ? { id, status } : { id, name, quota }
    return toRedemption(await changeRedemption(context, change), context.app)
  }),

  serve(calls.redemptions.remove, async ({ params: { id } }, context) => {
    const { db, now } = context.app
    return inTransaction(db, async db => {
      const redemption = await findRedemption(db, id)
      if (!redemption || !(await deleteRedemption(db, id, now()))) throw consoleError('redemption_not_found')
      await recordAct(context, 'redemption_deleted', { id, name: redemption.name }, { db })
      return null
    })
  }),
]
