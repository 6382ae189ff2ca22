import { z } from 'zod'
import { call } from '../call.ts'
import { ACT_KINDS } from '../constants.ts'
import { log, logCleanUp, logStat } from '../entities/log.ts'
import { searchFields } from '../entities/log-columns.ts'
import { severalIds, severalNames, sortOf } from '../list-query.ts'
import { pageOf, pageQuery } from '../reply.ts'

/** Each takes several values, separated by commas. */
const ownLogFilters = {
  /** 0: every type. */
  type: severalIds(5),
  token_name: searchFields.token_name,
  /** `%` in a name stands for any text. */
  model_name: severalNames(255),
  /** Unix seconds, inclusive; 0: open. */
  start_timestamp: z.coerce.number().int().min(0).default(0),
  end_timestamp: z.coerce.number().int().min(0).default(0),
  group: searchFields.group,
  request_id: searchFields.request_id,
  token_id: searchFields.token_id,
  /** Calls that failed with this code, or were interrupted and charged; `%`: whatever the reason. */
  error_code: severalNames(64),
  /** The conversation named by a row. */
  conversation: z.string().max(32).default(''),
}
export const ownFilters = z.object(ownLogFilters).extend(searchFields)

/**
 * Whose calls: the caller's own, or those that a team paid for; for its administrators of all members, or of one member or
 * project. 0: not given.
 */
export const scopeQuery = {
  team_id: z.coerce.number().int().min(0).default(0),
  member_id: z.coerce.number().int().min(0).default(0),
  project_id: z.coerce.number().int().min(0).default(0),
}
const filters = ownFilters.extend(scopeQuery)
const adminFilters = ownFilters.extend({
  username: severalNames(254),
  channel: severalIds(),
  /** Acts of administrators and sign-ins, by subject; empty: every row. */
  act: z.enum(['', ...ACT_KINDS]).default(''),
})

/** Filters of calls for actions on all of them; a time range is required. */
export const callFilters = adminFilters.omit({ type: true, act: true }).extend({
  start_timestamp: z.coerce.number().int().positive(),
  end_timestamp: z.coerce.number().int().positive(),
})

/**
 * `sorted_since`: there are too many rows to sort, so only those since then were sorted, in unix seconds; absent: all
 * rows that pass the filters were sorted.
 */
const logPage = pageOf(log).extend({ sorted_since: z.number().int().optional() })

const format = z.enum(['csv', 'jsonl']).default('csv')

export const logs = {
  list: call({
    method: 'GET',
    path: '/api/log/',
    access: 'admin',
    right: 'logs',
    summary: 'Everybody’s log, newest first',
    query: pageQuery.extend(adminFilters.shape).extend({ sort: sortOf('logs') }),
    reply: logPage,
  }),
  stat: call({
    method: 'GET',
    path: '/api/log/stat',
    access: 'admin',
    right: 'logs',
    summary: 'Quota of the filtered calls; requests and tokens of the last minute',
    query: adminFilters,
    reply: logStat,
  }),
  listSelf: call({
    method: 'GET',
    path: '/api/log/self',
    access: 'user',
    summary: 'The caller’s own log, or a team’s, newest first',
    query: pageQuery.extend(filters.shape).extend({ sort: sortOf('logs') }),
    reply: logPage,
  }),
  statSelf: call({
    method: 'GET',
    path: '/api/log/self/stat',
    access: 'user',
    summary: 'The same figures of the caller’s own calls, or a team’s',
    query: filters,
    reply: logStat,
  }),
  receipt: call({
    method: 'GET',
    path: '/api/log/receipt/{id}',
    access: 'admin',
    right: 'logs',
    summary: 'One row of everybody’s log',
    params: z.object({ id: z.coerce.number().int().positive() }),
    reply: log,
  }),
  receiptSelf: call({
    method: 'GET',
    path: '/api/log/self/receipt/{id}',
    access: 'user',
    summary: 'One row of the caller’s own log, or of a team’s',
    params: z.object({ id: z.coerce.number().int().positive() }),
    query: z.object({ team_id: scopeQuery.team_id }),
    reply: log,
  }),
  clear: call({
    method: 'DELETE',
    path: '/api/log/',
    access: 'admin',
    right: 'jobs',
    summary: 'Delete log rows older than a moment, in the background where that takes long; answers how many they are',
    query: z.object({ target_timestamp: z.coerce.number().int().positive() }),
    reply: z.number().int(),
  }),
  cleanUp: call({
    method: 'GET',
    path: '/api/log/clean-up',
    access: 'admin',
    right: 'jobs',
    summary: 'How far the last deletion of old log rows has come',
    reply: logCleanUp.nullable(),
  }),
  export: call({
    method: 'GET',
    path: '/api/log/export',
    access: 'admin',
    right: 'logs',
    summary: 'The filtered rows of everybody’s log as a file, newest first',
    query: adminFilters.extend({ format }),
    rawType: 'text/csv',
    reply: z.string(),
  }),
  exportSelf: call({
    method: 'GET',
    path: '/api/log/self/export',
    access: 'user',
    summary: 'The filtered rows of the caller’s own log, or a team’s, as a file, newest first',
    query: filters.extend({ format }),
    rawType: 'text/csv',
    reply: z.string(),
  }),
}
