import { z } from 'zod'
import { call } from '../call.ts'
import { order, PAYMENT_METHODS } from '../entities/order.ts'
import { sortOf } from '../list-query.ts'
import { pageOf, pageQuery } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'

/** US dollars of quota, or plain quota if the site shows no currency. */
const amount = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Accepted because the specification's console sends it; it has no effect. */
const top_up_code = z.string().max(200).optional()

export const wallet = {
  redeem: call({
    method: 'POST',
    path: '/api/user/topup',
    access: 'user',
    summary: 'Redeem a code; answers the quota it added, 0 for a plan',
    body: z.object({ key: z.string().max(200).default('') }),
    reply: z.number().int(),
  }),
  /** An error repeats its sentence in `data`, where the specification's console looks for it. */
  amount: call({
    method: 'POST',
    path: '/api/user/amount',
    access: 'user',
    summary: 'What an amount costs the caller, with two decimals',
    body: z.object({ amount, top_up_code, payment_method: z.enum(PAYMENT_METHODS).default('zfb') }),
    reply: z.string(),
    beside: z.object({ message: z.literal('success') }),
  }),
  /** The same. */
  pay: call({
    method: 'POST',
    path: '/api/user/pay',
    access: 'user',
    summary:
      'Order an amount: the signed fields of a form, and the address the browser posts it to; without fields, the browser goes there',
    rateLimit: RATE_LIMITS.order,
    body: z.object({ amount, top_up_code, payment_method: z.enum(PAYMENT_METHODS) }),
    reply: z.record(z.string(), z.string()),
    beside: z.object({ message: z.literal('success'), url: z.string() }),
  }),
  orders: call({
    method: 'GET',
    path: '/api/user/topup/self',
    access: 'user',
    summary: 'The caller’s own online top-ups, newest first',
    query: pageQuery.extend({ sort: sortOf('orders') }),
    reply: pageOf(order),
  }),
  settle: call({
    method: 'POST',
    path: '/api/user/topup/self/settle',
    access: 'user',
    summary: 'Ask the provider whether an own order is paid, and credit it if so',
    rateLimit: RATE_LIMITS.order,
    body: z.object({ trade_no: z.string().max(200) }),
    reply: order,
  }),
}

/** The payment provider calls these and expects `success` or `fail` without an envelope. */
export const payment = {
  notify: call({
    method: 'GET',
    path: '/api/user/epay/notify',
    access: 'public',
    summary: 'The payment provider says that an order is paid',
    rawType: 'text/plain',
    reply: z.enum(['success', 'fail']),
  }),
  notifyByPost: call({
    method: 'POST',
    path: '/api/user/epay/notify',
    access: 'public',
    summary: 'The same, as a form',
    rawType: 'text/plain',
    reply: z.enum(['success', 'fail']),
  }),
  stripe: call({
    method: 'POST',
    path: '/api/user/stripe/notify',
    access: 'public',
    summary: 'Stripe says what happened to a payment, signed; a 5xx makes it say so again',
    rawType: 'text/plain',
    reply: z.enum(['success', 'fail']),
  }),
}
