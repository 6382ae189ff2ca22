import { type Call, calls } from '@tollgate/contract'
import { requireSecondFactor } from '../../platform/http/check-identity.ts'
import { admit } from '../../platform/http/guard.ts'
import type { CallContext, Caller } from '../../platform/http/serve.ts'
import { type RecordsContext, serve } from '../context.ts'
import type { LogFilters } from '../logs/filters.ts'
import type { SendEvent } from './streams.ts'

export const liveEndpoints = [
  serve(calls.live.log, ({ query: { after, ...filters } }, context) =>
    streamNewRows(calls.live.log, filters, { after, context }),
  ),

  serve(calls.live.logSelf, ({ query: { after, ...filters } }, context) =>
    streamNewRows(calls.live.logSelf, { ...filters, userId: context.caller.id }, { after, context }),
  ),

  serve(calls.live.channels, (_, context) =>
    openStream(calls.live.channels, context, async send => context.app.live.onChannels(what => send(what, {}))),
  ),
]

type Context = Pick<CallContext<Call, RecordsContext>, 'app' | 'request'> & { caller: Caller }

const streamNewRows = (call: Call, filters: LogFilters, from: { after: number | undefined; context: Context }) =>
  openStream(call, from.context, send =>
    from.context.app.live.newRows.watch({ filters, after: from.after, tell: count => send('rows', { count }) }),
  )

function openStream(
  call: Call,
  { app, caller, request }: Context,
  begin: (send: SendEvent) => Promise<() => void>,
): Promise<Response> {
  const reader = {
    userId: caller.id,
    signal: request.signal,
    admit: async () => requireSecondFactor(call, await admit(call, request, app), app),
  }
  return app.live.streams.open(reader, begin)
}
