import { z } from 'zod'
import { call } from '../call.ts'
import { priceDraft, whatIf, whatIfResult } from '../entities/what-if.ts'
import { idParams } from '../reply.ts'

const YEAR_SECONDS = 366 * 86_400
const time = z.number().int().positive()

export const whatIfs = {
  list: call({
    method: 'GET',
    path: '/api/what-if/',
    access: 'admin',
    right: 'prices',
    summary: 'The last replays of charges under drafts of prices, newest first',
    reply: z.array(whatIf),
  }),
  create: call({
    method: 'POST',
    path: '/api/what-if/',
    access: 'admin',
    right: 'prices',
    summary: 'Compute in the background what the calls of a span would have cost under a draft of prices',
    body: z
      .object({ draft: priceDraft, since: time, until: time })
      .refine(({ since, until }) => until - since <= YEAR_SECONDS, { path: ['since'], message: 'range_too_long' }),
    reply: whatIf,
  }),
  read: call({
    method: 'GET',
    path: '/api/what-if/{id}',
    access: 'admin',
    right: 'prices',
    summary: 'A replay, with its result once it is done',
    params: idParams,
    reply: whatIf.extend({ result: whatIfResult.nullable() }),
  }),
  stop: call({
    method: 'POST',
    path: '/api/what-if/{id}/stop',
    access: 'admin',
    right: 'prices',
    summary: 'Stop a running replay',
    params: idParams,
    reply: whatIf,
  }),
  csv: call({
    method: 'GET',
    path: '/api/what-if/{id}/csv',
    access: 'admin',
    right: 'prices',
    summary: 'The result of a replay as a file',
    params: idParams,
    rawType: 'text/csv',
    reply: z.string(),
  }),
}
