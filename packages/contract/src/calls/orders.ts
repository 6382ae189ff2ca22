import { z } from 'zod'
import { call } from '../call.ts'
import { invoice, listedOrder, ORDER_STATES, PAYMENT_METHODS } from '../entities/order.ts'
import { severalOf, sortOf } from '../list-query.ts'
import { idParams, pageOf, pageQuery } from '../reply.ts'

const right = 'users.balances'
const reason = z.string().trim().min(1).max(200)

export const orders = {
  list: call({
    method: 'GET',
    path: '/api/order/',
    access: 'admin',
    right,
    summary: 'Online top-ups of all users, newest first',
    query: pageQuery.extend({
      /** Part of the order's number, or the name or id of its user. */
      keyword: z.string().max(200).default(''),
      status: severalOf(ORDER_STATES),
      payment_method: severalOf(PAYMENT_METHODS),
      start_timestamp: z.coerce.number().int().min(0).default(0),
      /** 0: until now. */
      end_timestamp: z.coerce.number().int().min(0).default(0),
      sort: sortOf('orders'),
    }),
    reply: pageOf(listedOrder),
  }),
  complete: call({
    method: 'POST',
    path: '/api/order/{id}/complete',
    access: 'admin',
    right,
    summary: 'Credit an order that was paid past its provider; a later report of the provider credits nothing more',
    params: idParams,
    body: z.object({ reason }),
    reply: listedOrder,
  }),
  refund: call({
    method: 'POST',
    path: '/api/order/{id}/refund',
    access: 'admin',
    right,
    summary:
      'Pay back an order or a part of it and take its quota out of the balance; where the provider cannot do it from here, it is only noted',
    params: idParams,
    body: z.object({
      /** Absent: everything that is left. */
      cents: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      reason,
    }),
    reply: listedOrder,
  }),
  invoice: call({
    method: 'GET',
    path: '/api/order/{id}/invoice',
    access: 'admin',
    right,
    summary: 'What the invoice of a paid order says',
    params: idParams,
    reply: invoice,
  }),
  invoiceSelf: call({
    method: 'GET',
    path: '/api/user/topup/self/{id}/invoice',
    access: 'user',
    summary: 'What the invoice of a paid order of one’s own says',
    params: idParams,
    reply: invoice,
  }),
}
