import { calls, type WhatIfResult } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { mayDo } from '../../platform/http/rights.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { type MoneyContext, serve } from '../context.ts'
import { whatIfCsv } from './csv.ts'
import { changeRunning, findWhatIf, insertWhatIf, lastWhatIfs, resultOf, toWhatIf } from './store.ts'

export const whatIfEndpoints = [
  serve(calls.whatIfs.list, async (_, { app }) => (await lastWhatIfs(app.db)).map(toWhatIf)),

  serve(calls.whatIfs.create, async ({ body: { draft, since, until } }, { app, caller }) => {
    const created_at = app.now()
    const asked = { draft: JSON.stringify(draft), since, until, actor_name: caller.username, created_at }
    const made = await insertWhatIf(app.db, asked)
    await app.jobs.runNow('what-ifs')
    return toWhatIf(made)
  }),

  serve(calls.whatIfs.read, async ({ params }, { app, caller }) => {
    const row = await find(app, params.id)
    return { ...toWhatIf(row), result: resultFor(caller, resultOf(row)) }
  }),

  serve(calls.whatIfs.stop, async ({ params: { id } }, { app }) => {
    await changeRunning(app.db, id, { state: 'stopped', finished_at: app.now() })
    return toWhatIf(await find(app, id))
  }),

  serve(calls.whatIfs.csv, async ({ params: { id } }, { app, caller }) => {
    const result = resultFor(caller, resultOf(await find(app, id)))
    if (!result) throw consoleError('what_if_not_done')
    return new Response(whatIfCsv(result), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="what-if-${id}.csv"`,
        'cache-control': 'no-store',
      },
    })
  }),
]

/** Removes what the caller may not see: users' sums and single calls, or channels' sums. */
function resultFor(caller: Caller, result: WhatIfResult | null): WhatIfResult | null {
  if (!result) return null
  const ofOthers = mayDo(caller, 'logs') ? {} : { users: [], rows: [] }
  return { ...result, ...ofOthers, ...(!mayDo(caller, 'channels.see') && { channels: [] }) }
}

async function find({ db }: MoneyContext, id: number) {
  const row = await findWhatIf(db, id)
  if (!row) throw consoleError('what_if_not_found')
  return row
}
