import { z } from 'zod'
import { call } from '../call.ts'
import { task } from '../entities/task.ts'
import { severalIds, severalTexts, sortOf } from '../list-query.ts'
import { listTotal, zeroBasedPageQuery } from '../reply.ts'

const filters = zeroBasedPageQuery.extend({
  task_id: z.string().max(128).default(''),
  platform: severalTexts,
  action: severalTexts,
  status: severalTexts,
  /** Unix seconds of the submit, inclusive; 0: open. */
  start_timestamp: z.coerce.number().int().min(0).default(0),
  end_timestamp: z.coerce.number().int().min(0).default(0),
  sort: sortOf('tasks'),
})
const adminFilters = filters.extend({ channel_id: severalIds() })

export const tasks = {
  list: call({
    method: 'GET',
    path: '/api/task/',
    access: 'admin',
    right: 'logs',
    summary: 'Everybody’s music and video tasks, newest first',
    query: adminFilters,
    reply: z.array(task),
    beside: listTotal,
  }),
  listSelf: call({
    method: 'GET',
    path: '/api/task/self',
    access: 'user',
    summary: 'The caller’s own music and video tasks, newest first',
    query: filters,
    reply: z.array(task),
    beside: listTotal,
  }),
}
