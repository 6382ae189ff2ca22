import { priceDraft } from '@tollgate/contract'
import { readSettings } from '../../records/archive/place.ts'
import type { MoneyContext } from '../context.ts'
import { replay } from './replay.ts'
import { tablesOf } from './replay-part.ts'
import { changeRunning, openWhatIf, type WhatIfRow } from './store.ts'

type WhatIfContext = Pick<MoneyContext, 'db' | 'options' | 'dataFolder' | 'databasePlace' | 'log' | 'now'>

const NOTED_EVERY_MS = 500

/** Runs open replays one after another; an interrupted one starts over. Returns the number of replayed rows. */
export async function runWhatIfs(app: WhatIfContext, signal: AbortSignal): Promise<number> {
  let handled = 0
  for (;;) {
    signal.throwIfAborted()
    const open = await openWhatIf(app.db)
    if (!open) return handled
    handled += await run(open, app, signal)
  }
}

async function run(row: WhatIfRow, app: WhatIfContext, signal: AbortSignal): Promise<number> {
  const { db, options, dataFolder, databasePlace, log, now } = app
  const stopped = new AbortController()
  let progress = { handled: 0, reached: 0 }
  const noting = setInterval(async () => {
    const isRunning = await changeRunning(db, row.id, progress).catch(() => true)
    if (!isRunning) stopped.abort()
  }, NOTED_EVERY_MS)
  try {
    const result = await replay(
      {
        database: { folder: databasePlace.folder, url: databasePlace.url },
        dataFolder,
        tables: tablesOf(options),
        draft: priceDraft.parse(JSON.parse(row.draft)),
        archives: readSettings(options),
        span: { since: row.since, until: row.until },
      },
      {
        db,
        signal: AbortSignal.any([signal, stopped.signal]),
        onProgress(told) {
          progress = told
        },
      },
    )
    clearInterval(noting)
    await changeRunning(db, row.id, { ...progress, result: JSON.stringify(result), state: 'done', finished_at: now() })
  } catch (error) {
    signal.throwIfAborted()
    if (stopped.signal.aborted) return progress.handled
    log.error({ err: error, id: row.id }, 'a replay under a draft of prices failed')
    await changeRunning(db, row.id, { ...progress, state: 'failed', finished_at: now() })
  } finally {
    clearInterval(noting)
  }
  return progress.handled
}
