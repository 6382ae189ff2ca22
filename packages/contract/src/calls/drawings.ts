import { z } from 'zod'
import { call } from '../call.ts'
import { drawing } from '../entities/drawing.ts'
import { severalIds, sortOf } from '../list-query.ts'
import { listTotal, zeroBasedPageQuery } from '../reply.ts'

const filters = zeroBasedPageQuery.extend({
  mj_id: z.string().max(128).default(''),
  /** Unix milliseconds of the submit, inclusive; 0: open. */
  start_timestamp: z.coerce.number().int().min(0).default(0),
  end_timestamp: z.coerce.number().int().min(0).default(0),
  sort: sortOf('drawings'),
})
const adminFilters = filters.extend({ channel_id: severalIds() })

export const drawings = {
  list: call({
    method: 'GET',
    path: '/api/mj/',
    access: 'admin',
    right: 'logs',
    summary: 'Everybody’s drawing tasks, newest first',
    query: adminFilters,
    reply: z.array(drawing),
    beside: listTotal,
  }),
  listSelf: call({
    method: 'GET',
    path: '/api/mj/self/',
    access: 'user',
    summary: 'The caller’s own drawing tasks, newest first',
    query: filters,
    reply: z.array(drawing),
    beside: listTotal,
  }),
}
