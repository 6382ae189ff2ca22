import { z } from 'zod'
import { call } from '../call.ts'
import { statement } from '../entities/statement.ts'
import { idParams } from '../reply.ts'

/** A month of 31 days, in which clocks may change by an hour. */
const LONGEST_SECONDS = 31 * 86_400 + 3_600

const time = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const query = z
  .object({
    start_timestamp: time,
    /** Exclusive. */
    end_timestamp: time,
  })
  .refine(({ start_timestamp: from, end_timestamp: to }) => to > from && to - from <= LONGEST_SECONDS, {
    message: 'range_too_long',
    path: ['start_timestamp'],
  })

export const statements = {
  own: call({
    method: 'GET',
    path: '/api/user/self/statement',
    access: 'user',
    summary: 'The caller’s own account over a month: balances, top-ups, charges by model, refunds',
    query,
    reply: statement,
  }),
  ofUser: call({
    method: 'GET',
    path: '/api/user/{id}/statement',
    access: 'admin',
    right: { all: ['logs', 'users.see'] },
    summary: 'The same of any user',
    params: idParams,
    query,
    reply: statement,
  }),
}
