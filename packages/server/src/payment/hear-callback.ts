import { LOG_TYPE } from '@tollgate/contract'
import { credit } from '../ledger/index.ts'
import { insertLog } from '../logs/store.ts'
import { inWords } from '../quota-words.ts'
import { inTransaction } from '../storage/db.ts'
import { inMoney, readMoney } from '../wallet/quote.ts'
import { completeOrder, findOrder, isPaid } from '../wallet/store.ts'
import type { World } from '../world.ts'
import { PROVIDER_TYPES } from './merchant.ts'
import { type Fields, isSigned } from './sign.ts'

const PAID = 'TRADE_SUCCESS'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/**
 * Believes a callback only when the provider signed it for our merchant and it says that an order not yet paid was paid
 * as ordered: the same method, the same amount. Then its quota is credited, once, before the answer, however late. `fail` is
 * everything else; the server's log says why, and the system log too when somebody may have paid.
 */
export async function hearCallback(world: World, fields: Fields): Promise<'success' | 'fail'> {
  try {
    const heard = await judge(world, fields)
    if ('order' in heard && (await credited(world, heard.order))) return 'success'
    const reason = 'order' in heard ? 'the order is finished' : heard.reason
    world.log.warn({ reason, order: fields.out_trade_no }, 'a payment callback was refused')
  } catch (error) {
    world.log.error({ err: error, order: fields.out_trade_no }, 'a payment callback could not be heard')
  }
  return 'fail'
}

async function judge(world: World, fields: Fields): Promise<{ order: Order } | { reason: string }> {
  const { db, options } = world
  if (!isSigned(fields, options.get('EpayKey'))) return { reason: 'its signature is wrong' }
  if (fields.pid === '' || fields.pid !== options.get('EpayId')) return { reason: 'it is for another merchant' }
  if (fields.trade_status !== PAID) return { reason: 'it does not say that the order is paid' }
  const order = await findOrder(db, fields.out_trade_no ?? '')
  if (!order) return { reason: 'there is no such order' }
  if (isPaid(order)) return { reason: 'the order is finished' }

  const difference = differenceFrom(order, fields)
  if (!difference) return { order }
  await insertLog(db, {
    type: LOG_TYPE.system,
    created_at: world.now(),
    user_id: order.user_id,
    username: order.username,
    content: `A payment for order ${order.trade_no} was refused: ${difference}`,
  })
  return { reason: difference }
}

function differenceFrom({ payment_method, money_cents }: Order, { type, money = '' }: Fields): string | null {
  const expected = Object.entries(PROVIDER_TYPES).find(([method]) => method === payment_method)?.[1]
  if (type !== expected) return `it was paid by ${type}, not by ${expected}`
  if (readMoney(money) !== money_cents) return `${money || 'nothing'} was paid, not ${inMoney(money_cents)}`
  return null
}

/** False when another callback was faster. */
function credited({ db, options, now }: World, order: Order): Promise<boolean> {
  return inTransaction(db, async db => {
    if (!(await completeOrder(db, order.id, now()))) return false
    const { user_id, username, amount, trade_no, money_cents } = order
    await credit(db, { userId: user_id, amount, reference: `topup:${trade_no}`, now: now() })
    await insertLog(db, {
      type: LOG_TYPE.topUp,
      created_at: now(),
      user_id,
      username,
      quota: amount,
      content: `Topped up ${inWords(amount, options)} online for ${inMoney(money_cents)}, order ${trade_no}`,
    })
    return true
  })
}
