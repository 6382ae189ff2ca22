import { z } from 'zod'
import { call } from '../call.ts'
import { QUOTA_MAX } from '../constants.ts'
import { refund, refundBatch, refundPreview } from '../entities/refund.ts'
import { idParams, pageOf, pageQuery } from '../reply.ts'
import { callFilters, scopeQuery } from './logs.ts'

const reason = z.string().trim().min(1).max(200)
const ofRow = z.object({ log_id: z.coerce.number().int().positive() })

export const refunds = {
  list: call({
    method: 'GET',
    path: '/api/refund/',
    access: 'admin',
    right: { any: ['logs', 'users.balances'] },
    summary: 'What was given back of a call, oldest first',
    query: ofRow,
    reply: z.array(refund),
  }),
  listSelf: call({
    method: 'GET',
    path: '/api/refund/self',
    access: 'user',
    summary: 'What was given back of one of the caller’s own calls, or of a team’s, oldest first',
    query: ofRow.extend({ team_id: scopeQuery.team_id }),
    reply: z.array(refund),
  }),
  create: call({
    method: 'POST',
    path: '/api/refund/',
    access: 'admin',
    right: 'users.balances',
    summary: 'Give back a part of a call’s charge, or without an amount all that is left of it',
    body: ofRow.extend({ quota: z.number().int().min(1).max(QUOTA_MAX).optional(), reason }),
    reply: refund,
  }),
  preview: call({
    method: 'POST',
    path: '/api/refund/batch/preview',
    access: 'admin',
    right: 'users.balances',
    summary: 'What a refund of every call that passes a filter would give back',
    body: callFilters,
    reply: refundPreview,
  }),
  createBatch: call({
    method: 'POST',
    path: '/api/refund/batch/',
    access: 'admin',
    right: 'users.balances',
    summary: 'Give back every call that passes a filter, in the background',
    body: callFilters.extend({ reason }),
    reply: refundBatch,
  }),
  listBatches: call({
    method: 'GET',
    path: '/api/refund/batch/',
    access: 'admin',
    right: 'users.balances',
    summary: 'Refunds by a filter, newest first',
    query: pageQuery,
    reply: pageOf(refundBatch),
  }),
  undoBatch: call({
    method: 'POST',
    path: '/api/refund/batch/{id}/undo',
    access: 'admin',
    right: 'users.balances',
    summary: 'Charge the calls of a batch again, once, in the background',
    params: idParams,
    reply: refundBatch,
  }),
}
