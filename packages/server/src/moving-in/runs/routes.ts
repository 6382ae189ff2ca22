import { calls, type ImportTask, type InputOf } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { BodyTooSlow, steadyReader } from '../../platform/http/steady-body.ts'
import { makeWatchdog } from '../../platform/process/watchdog.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { type SiteContext, serve } from '../../site/context.ts'
import { siteBefore } from '../move-in.ts'
import { readAddress } from './address.ts'
import { importFolder, listFiles, pathOfFile, removeFile, writePart } from './files.ts'
import {
  changeRunning,
  findRun,
  insertRun,
  lastRuns,
  openRun,
  reportOf,
  runningOnFile,
  shadowOf,
  startTask,
  toRun,
  usersOf,
} from './store.ts'

const watchdog = makeWatchdog()
const AGAIN_AFTER_MS = 250

export const importEndpoints = [
  serve(calls.imports.list, async (_, { app: { db, dataFolder } }) => ({
    is_used: (await siteBefore(db)) === 'used',
    folder: importFolder(dataFolder),
    files: await listFiles(dataFolder),
    runs: (await lastRuns(db)).map(toRun),
  })),

  serve(calls.imports.upload, async ({ params: { name }, query: { at, is_last } }, { app, request }) => {
    await refuseInUse(app, name)
    const bytes = Number(request.headers.get('content-length') ?? 0)
    const body = request.body ?? new Blob([]).stream()
    const reader = steadyReader(body, { watchdog, seconds: app.options.get('connection_setting.body_seconds') })
    return { bytes: await writePart(app.dataFolder, { name, at, isLast: is_last, bytes }, reader).catch(asTooSlow) }
  }),

  serve(calls.imports.removeFile, async ({ params: { name } }, { app }) => {
    await refuseInUse(app, name)
    await removeFile(app.dataFolder, name)
    return null
  }),

  serve(calls.imports.create, async ({ body }, context) => {
    const { source, log_source, into, prices, subscriptions, debts, logs } = body
    const { app, caller } = context
    const database = await placeOf(app, source)
    const log = log_source && (await placeOf(app, log_source))
    const row = await insertRun(app.db, {
      source_kind: database.kind,
      source: database.name,
      source_sealed: database.sealed,
      ...(log && { log_kind: log.kind, log_source: log.name, log_sealed: log.sealed }),
      into_rule: into,
      prices,
      subscriptions,
      debts,
      logs_since: logs,
      actor_name: caller.username,
      created_at: app.now(),
    })
    void startJob(app)
    return toRun(row)
  }),

  serve(calls.imports.read, async ({ params: { id } }, { app }) => toRun(await find(app, id))),

  serve(calls.imports.report, async ({ params: { id } }, { app }) => {
    await find(app, id)
    return reportOf(app.db, id)
  }),

  serve(calls.imports.users, async ({ params: { id } }, { app }) => {
    await find(app, id)
    return usersOf(app.db, id)
  }),

  serve(calls.imports.shadow, async ({ params: { id }, body: { since } }, { app }) => {
    await find(app, id)
    return start(app, id, 'shadow', { shadow_since: since })
  }),

  serve(calls.imports.readShadow, async ({ params: { id } }, { app }) => ({
    ...toRun(await find(app, id)),
    result: await shadowOf(app.db, id),
  })),

  serve(calls.imports.begin, async ({ params: { id } }, context) => {
    const { app } = context
    const row = await find(app, id)
    if (row.looked_at === 0) throw consoleError('import_not_looked')
    await recordAct(context, 'import_begun', { source: row.source })
    return start(app, id, 'import')
  }),

  serve(calls.imports.verify, async ({ params: { id } }, { app }) => {
    const { proved_at } = await find(app, id)
    if (proved_at === 0) throw consoleError('import_not_done')
    return start(app, id, 'verify')
  }),

  serve(calls.imports.sync, async ({ params: { id } }, context) => {
    const { app } = context
    const { proved_at, source } = await find(app, id)
    if (proved_at === 0) throw consoleError('import_not_done')
    await recordAct(context, 'import_begun', { source })
    return start(app, id, 'sync')
  }),

  serve(calls.imports.stop, async ({ params: { id } }, { app }) => {
    await find(app, id)
    if (!(await changeRunning(app.db, id, { state: 'stopped' }))) throw consoleError('import_stands')
    return toRun(await find(app, id))
  }),

  serve(calls.imports.resume, async ({ params: { id } }, { app }) => start(app, id, (await find(app, id)).task)),
]

type Place = InputOf<typeof calls.imports.create>['body']['source']

/** @throws ApiError for a file that is not there, or an address that is refused */
async function placeOf({ dataFolder, secrets }: SiteContext, { file = '', address }: Place) {
  if (address !== undefined) {
    const read = await readAddress(address)
    return { kind: 'address', name: read.name, sealed: secrets.encrypt(read.address) } as const
  }
  if (!(await pathOfFile(dataFolder, file))) throw consoleError('import_file_unknown', {}, 'file')
  return { kind: 'file', name: file, sealed: '' } as const
}

async function start(app: SiteContext, id: number, task: ImportTask, more: Parameters<typeof startTask>[3] = {}) {
  if (!(await startTask(app.db, id, task, more))) throw consoleError('import_busy')
  void startJob(app)
  return toRun(await find(app, id))
}

/** Starts the job. A running one may be about to end, having found nothing to do. */
async function startJob({ db, jobs, log }: SiteContext): Promise<void> {
  try {
    while (await openRun(db)) {
      if (await jobs.runNow('imports')) return
      await Bun.sleep(AGAIN_AFTER_MS)
    }
  } catch (err) {
    log.error({ err }, 'an import was not started; it starts within a minute')
  }
}

async function find({ db }: SiteContext, id: number) {
  const row = await findRun(db, id)
  if (!row) throw consoleError('import_not_found')
  return row
}

async function refuseInUse({ db }: SiteContext, name: string): Promise<void> {
  if (await runningOnFile(db, name)) throw consoleError('import_file_in_use')
}

function asTooSlow(error: unknown): never {
  throw error instanceof BodyTooSlow ? consoleError('body_too_slow') : error
}
