import { priceDraft } from '@tollgate/contract'
import { ReportEnded, withReportLimits } from '../../platform/storage/report-limits.ts'
import { placeOf, readSettings } from '../../records/archive/place.ts'
import type { MoneyContext } from '../context.ts'
import { readAliases } from '../pricing/aliases.ts'
import { draftPrices } from '../pricing/draft-prices.ts'
import { replay } from './replay.ts'
import { changeRunning, openWhatIf, type WhatIfRow } from './store.ts'

type WhatIfContext = Pick<MoneyContext, 'db' | 'reports' | 'options' | 'dataFolder' | 'log' | 'now'>

const NOTED_EVERY_MS = 500

/** Thrown if it was stopped by hand. */
class Stopped extends Error {}

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
  const { db, reports, options, dataFolder, log, now } = app
  const settings = readSettings(options)
  const prices = draftPrices(options, priceDraft.parse(JSON.parse(row.draft)), await readAliases(db, options))
  let progress = { handled: 0, reached: 0 }
  let notedAt = performance.now()
  const onPage = async (next: typeof progress) => {
    signal.throwIfAborted()
    progress = { handled: next.handled, reached: next.reached || progress.reached }
    if (performance.now() - notedAt < NOTED_EVERY_MS) return
    notedAt = performance.now()
    if (!(await changeRunning(db, row.id, progress))) throw new Stopped()
  }
  const placeAt = (place: string) => placeOf({ ...settings, place }, dataFolder)
  const act = () => replay(row, { db: reports, prices, placeAt, onPage })
  try {
    const result = JSON.stringify(await withReportLimits({ signal }, act))
    await changeRunning(db, row.id, { ...progress, result, state: 'done', finished_at: now() })
  } catch (error) {
    if (error instanceof Stopped) return progress.handled
    signal.throwIfAborted()
    // The database is busy, so the next run starts over.
    if (error instanceof ReportEnded) throw error
    log.error({ err: error, id: row.id }, 'a replay under a draft of prices failed')
    await changeRunning(db, row.id, { ...progress, state: 'failed', finished_at: now() })
  }
  return progress.handled
}
