import type { Invoice } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { MoneyContext } from '../context.ts'
import { emailOfOwner, findOrderById, isPaid } from '../wallet/store.ts'
import { toOrder } from '../wallet/to-order.ts'

/** Returns the invoice of a paid order; if an owner is given, only of the owner's orders. */
export async function invoiceOf({ db, options, now }: MoneyContext, id: number, ownerId?: number): Promise<Invoice> {
  const order = await findOrderById(db, id)
  if (!order || (ownerId !== undefined && order.user_id !== ownerId)) throw consoleError('order_not_found')
  const name = options.get('InvoiceName')
  if (!isPaid(order) || name === '') throw consoleError('invoice_missing')
  return {
    order: toOrder(order, now()),
    name,
    address: options.get('InvoiceAddress'),
    tax_id: options.get('InvoiceTaxId'),
    footer: options.get('InvoiceFooter'),
    buyer: { username: order.username, email: await emailOfOwner(db, order) },
  }
}
