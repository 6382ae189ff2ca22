import { DEFAULT_QUOTA_PER_UNIT } from '@tollgate/contract'
import type { Source } from '../sources/source.ts'
import { type Cells, readAll } from './cells.ts'
import { type Move, takenIds } from './move.ts'
import { optionOf } from './options.ts'

/** Reads orders; one-api has none. */
export const ordersOf = (source: Source) => readAll(source, 'top_ups', readOrder)

const readOrder = (cells: Cells) => ({
  id: cells.whole('id'),
  userId: cells.whole('user_id'),
  amount: cells.whole('amount'),
  moneyCents: Math.round(cells.real('money') * 100),
  tradeNo: cells.text('trade_no'),
  paymentMethod: cells.text('payment_method'),
  createTime: cells.whole('create_time'),
  completeTime: cells.whole('complete_time'),
  status: cells.text('status'),
})

/** Returns the quota of a source's unit of money, in which its orders are counted. */
export const quotaPerUnit = (source: Source): number =>
  Number(optionOf(source, 'QuotaPerUnit')) || DEFAULT_QUOTA_PER_UNIT

const METHODS: Readonly<Record<string, string>> = { alipay: 'zfb', zfb: 'zfb', wxpay: 'wx', wx: 'wx' }

/** Inserts the orders that are not here yet. */
export async function moveOrders(move: Move): Promise<void> {
  const { db, source } = move
  const all = ordersOf(source)
  const taken = await takenIds(
    db,
    'top_ups',
    all.map(({ id }) => id),
  )
  const known = new Set((await db.selectFrom('top_ups').select('trade_no').execute()).map(row => row.trade_no))
  const perUnit = quotaPerUnit(source)
  const brought = []
  for (const order of all.sort((a, b) => Number(taken.has(a.id)) - Number(taken.has(b.id)) || a.id - b.id)) {
    if (move.rowOf('top_up', order.id) !== undefined) continue
    const userId = move.rowOf('user', order.userId)
    if (userId === undefined || known.has(order.tradeNo)) {
      const text = userId === undefined ? 'Its user does not exist in the source.' : 'Its number is here already.'
      move.note({ table: 'top_ups', kind: 'left', text }, order.id)
      continue
    }
    known.add(order.tradeNo)
    const { id } = await db
      .insertInto('top_ups')
      .values({
        ...(!taken.has(order.id) && { id: order.id }),
        user_id: userId,
        amount: Math.round(order.amount * perUnit),
        money_cents: order.moneyCents,
        trade_no: order.tradeNo,
        payment_method: METHODS[order.paymentMethod] ?? order.paymentMethod,
        create_time: order.createTime,
        complete_time: order.completeTime,
        status: order.status,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    brought.push({ sourceId: order.id, rowId: id })
  }
  await move.remember('top_up', brought)
}
