import type { ImportReport } from '@tollgate/contract'
import { draftPrices } from '../../money/pricing/draft-prices.ts'
import { TOPICS } from '../../platform/cluster/change-events.ts'
import type { Storage } from '../../platform/storage/db.ts'
import { isTransient } from '../../platform/storage/transient-errors.ts'
import type { SiteContext } from '../../site/context.ts'
import { type MovedIn, moveIn } from '../move-in.ts'
import { importAsJson } from '../print-import.ts'
import { shadow } from '../shadow/shadow.ts'
import { openSource } from '../sources/open-source.ts'
import { SourceProblem } from '../sources/problem.ts'
import type { Source } from '../sources/source.ts'
import { generationOf } from '../tables/generation.ts'
import { countLogs } from '../tables/logs.ts'
import { verify } from '../verify.ts'
import { pathOfFile } from './files.ts'
import { changeRunning, findRun, type ImportRow, openRun, reportOf } from './store.ts'

type ImportContext = Pick<SiteContext, 'db' | 'secrets' | 'dataFolder' | 'changeEvents' | 'options' | 'log' | 'now'> & {
  storage: Storage
}
type Row = NonNullable<Awaited<ReturnType<typeof openRun>>>

const LOOK_EVERY_MS = 500
const UNKNOWN = 'It failed for a reason that the log of the server names.'
const NOT_PROVED = 'The proof does not hold, so nothing was written.'

/** Thrown if it was stopped by hand. */
class Stopped extends Error {}

/**
 * Runs the waiting tasks of imports one after another. An interrupted one starts over, which does not change what is already
 * here. Returns the number of imported log rows.
 */
export async function runImports(app: ImportContext, signal: AbortSignal): Promise<number> {
  let rows = 0
  for (;;) {
    signal.throwIfAborted()
    const open = await openRun(app.db)
    if (!open) return rows
    rows += await run(open, app, signal)
  }
}

async function run(row: Row, app: ImportContext, signal: AbortSignal): Promise<number> {
  const { db, log } = app
  const watch = watchRow(row, app)
  try {
    const ending = AbortSignal.any([signal, watch.stopped])
    const change = await withSource(row, app, source => doTask(row, source, app, ending, watch.addRows))
    await changeRunning(db, row.id, { ...change, log_rows: watch.rows() })
  } catch (error) {
    if (error instanceof Stopped) return watch.rows()
    signal.throwIfAborted()
    // The next run continues.
    if (isTransient(error)) throw error
    const isKnown = error instanceof SourceProblem
    if (!isKnown) log.error({ err: error, id: row.id }, 'an import failed')
    await changeRunning(db, row.id, {
      state: 'failed',
      error: isKnown ? error.message : UNKNOWN,
      log_rows: watch.rows(),
    })
  } finally {
    watch.end()
    if (row.task === 'import' || row.task === 'sync') for (const topic of TOPICS) await app.changeEvents.emit(topic)
  }
  return watch.rows()
}

/** Records the progress of a run, and notices if it was stopped. */
function watchRow({ id }: Row, { db }: ImportContext) {
  const stopped = new AbortController()
  let rows = 0
  let noted = 0
  const look = async () => {
    const isStopped = (await findRun(db, id))?.state !== 'running'
    if (isStopped) stopped.abort(new Stopped())
    else if (rows !== noted) {
      noted = rows
      await changeRunning(db, id, { log_rows: rows })
    }
  }
  // The task itself reports an unreachable database.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  return {
    stopped: stopped.signal,
    rows: () => rows,
    addRows: (more: number) => {
      rows += more
    },
    end: () => clearInterval(timer),
  }
}

async function withSource<Result>(
  { source_kind, source: name, source_sealed, log_kind, log_source, log_sealed, task, logs_since }: Row,
  app: ImportContext,
  act: (source: Source) => Promise<Result>,
): Promise<Result> {
  const place = await placeOf(app, { kind: source_kind, name, sealed: source_sealed })
  const logSource =
    log_kind === '' ? undefined : await placeOf(app, { kind: log_kind, name: log_source, sealed: log_sealed })
  const wanted =
    task === 'shadow'
      ? { withLogs: true, ofRunning: { logsAfter: 0 } }
      : { withLogs: task === 'verify' || logs_since !== null }
  const source = await openSource(place, { ...wanted, logSource })
  try {
    return await act(source)
  } finally {
    source.close()
  }
}

/** The path of a file, or an address with its password. */
async function placeOf(
  { secrets, dataFolder }: ImportContext,
  { kind, name, sealed }: { kind: 'file' | 'address'; name: string; sealed: string },
): Promise<string> {
  const place = kind === 'address' ? secrets.decrypt(sealed) : await pathOfFile(dataFolder, name)
  if (place === null) throw new SourceProblem(`There is no ${name} in the folder of imports of this server.`)
  return place
}

async function doTask(
  row: Row,
  source: Source,
  app: ImportContext,
  signal: AbortSignal,
  onLogRows: (rows: number) => void,
): Promise<Partial<ImportRow>> {
  const { db, now } = app
  const { into_rule: into, prices, subscriptions, debts, logs_since: logs } = row
  const isSync = row.task === 'sync'
  const choices = { into, prices, subscriptions, debts, logs, isSync }
  const move = (isDryRun: boolean) => moveIn(app, source, { ...choices, isDryRun, now: now(), signal }, onLogRows)
  if (row.task === 'look') {
    const report = importAsJson(await move(true), source)
    // A dry run brings no log: all of the window would come.
    const rows = countLogs(source, logs)
    return {
      state: 'done',
      looked: JSON.stringify({ ...report, logs: { source: rows, here: rows } }),
      looked_at: now(),
      proved: '',
      proved_users: '',
      proved_at: 0,
    }
  }
  if (row.task === 'shadow') {
    const terms = { prices: draftPrices(app.options, {}), quotaPerUnit: app.options.get('QuotaPerUnit') }
    const span = { after: 0, since: row.shadow_since, signal }
    const result = await shadow(source, generationOf(source), terms, span)
    return { state: 'done', shadowed: JSON.stringify(result), shadowed_at: now() }
  }
  const isMoving = row.task === 'import' || isSync
  const moved = isMoving ? await move(false) : await verify(app, source)
  const report = importAsJson(moved, source)
  if (isMoving && !report.holds) return { state: 'failed', error: NOT_PROVED, ...provedBy(moved, report, now()) }
  const notes = isMoving ? report.notes : ((await reportOf(db, row.id))?.notes ?? [])
  const at = now()
  return { state: 'done', ...provedBy(moved, { ...report, notes }, at), ...(isSync && { synced_at: at }) }
}

const provedBy = ({ proof }: MovedIn, report: ImportReport, proved_at: number): Partial<ImportRow> => ({
  proved: JSON.stringify(report),
  proved_users: JSON.stringify(proof.byUser),
  proved_at,
})
