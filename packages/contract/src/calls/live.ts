import { z } from 'zod'
import { call } from '../call.ts'
import { logs, ownFilters } from './logs.ts'

/** The id of the newest row shown; absent: all present rows count as shown. */
const after = z.coerce.number().int().min(0).optional()

/** Streams of server-sent events, which last as long as their reader and the session. */
export const live = {
  log: call({
    method: 'GET',
    path: '/api/log/live',
    access: 'admin',
    right: 'logs',
    summary: 'How many rows of everybody’s log have come and pass the filters, up to 100: events `rows` with `count`',
    query: logs.stat.query.extend({ after }),
    rawType: 'text/event-stream',
    reply: z.string(),
  }),
  logSelf: call({
    method: 'GET',
    path: '/api/log/self/live',
    access: 'user',
    summary: 'How many rows of the caller’s own log have come and pass the filters: events `rows` with `count`',
    query: ownFilters.extend({ after }),
    rawType: 'text/event-stream',
    reply: z.string(),
  }),
  channels: call({
    method: 'GET',
    path: '/api/channel/live',
    access: 'admin',
    right: 'channels.see',
    summary: 'When to ask for the channels’ health, and for the channels, again: events `health` and `channels`',
    rawType: 'text/event-stream',
    reply: z.string(),
  }),
}
