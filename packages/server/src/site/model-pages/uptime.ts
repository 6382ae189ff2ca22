import { LOG_TYPE, type ModelPage, UPTIME_DAYS } from '@tollgate/contract'
import { sql } from 'kysely'
import { readFigures } from '../../records/dashboard/sums/read-figures.ts'
import { loggedStatus } from '../../records/logs/logged-status.ts'
import type { SiteContext } from '../context.ts'
import { REQUEST_FAULTS } from '../status/availability.ts'

const DAY = 86_400
/** Fewer calls would tell how many there were. */
const LEAST_CALLS = 10

type Uptime = NonNullable<ModelPage['uptime']>

/** The log's column of each subject. */
const COLUMNS = { model: 'model_name', channel: 'channel_id' } as const
type Subject = keyof typeof COLUMNS

/** Calls of one model on one day. */
interface Counts {
  charged: number
  failed: number
}

/** Calls by day, of each model by its name in the log, or of each channel by its id. */
export interface UptimeCounts {
  starts: readonly number[]
  of: ReadonlyMap<string, readonly Counts[]>
}

/** Counts the last 30 days' charged calls, and those that failed at an upstream. Null: charged calls are not counted here. */
export async function readUptime(app: SiteContext, by: Subject = 'model'): Promise<UptimeCounts | null> {
  if (!app.options.get('DataExportEnabled')) return null
  const today = app.now() - (app.now() % DAY)
  const starts = Array.from({ length: UPTIME_DAYS }, (_, place) => today - (UPTIME_DAYS - 1 - place) * DAY)
  const first = await firstDay(app)
  // Days before the oldest row of the log would seem to have had no failures.
  const known = starts.filter(start => start >= first)
  const of = new Map<string, Counts[]>()
  const countsOf = (subject: string | number, start: number): Counts => {
    const counts = of.get(String(subject)) ?? starts.map(() => ({ charged: 0, failed: 0 }))
    of.set(String(subject), counts)
    return counts[starts.indexOf(start)] ?? { charged: 0, failed: 0 }
  }
  if (known.length === 0) return { starts, of }
  const [charged, failed] = await Promise.all([chargedByDay(app, known, by), failedBy(app, known[0] ?? today, DAY, by)])
  for (const { place, count, ...sum } of charged) countsOf(sum[by], place).charged += count
  for (const { subject, since, calls } of failed) countsOf(subject, since).failed += calls
  return { starts, of }
}

/** Returns the uptime of a model from the counts of all its names. */
export function uptimeOf({ starts, of }: UptimeCounts, names: readonly string[]): Uptime {
  const days = starts.map((start, place) => {
    const counts = addUp(names.flatMap(name => of.get(name)?.[place] ?? []))
    return { start, counts, answered: shareOf(counts) }
  })
  return {
    answered: shareOf(addUp(days.map(({ counts }) => counts))),
    days: days.map(({ start, answered }) => ({ start, answered })),
  }
}

const addUp = (all: readonly Counts[]): Counts => ({
  charged: all.reduce((sum, { charged }) => sum + charged, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
})

const shareOf = ({ charged, failed }: Counts): number | null =>
  charged + failed < LEAST_CALLS ? null : Math.round((charged * 1000) / (charged + failed))

/** The start of the day of the log's oldest row; none: of tomorrow. */
async function firstDay({ reports, now }: SiteContext): Promise<number> {
  const oldest = await reports.selectFrom('logs').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return oldest ? Number(oldest.created_at) - (Number(oldest.created_at) % DAY) : now() + DAY
}

const chargedByDay = ({ reports }: SiteContext, days: readonly number[], by: Subject) =>
  readFigures(reports, {
    which: {},
    parts: days.map(start => ({ place: start, from: start, to: start + DAY })),
    by: [by],
    sums: ['count'],
  })

/** Counts the calls that failed at an upstream since a time, by model or channel and units of that many seconds. */
export async function failedBy(
  { reports, databaseKind }: SiteContext,
  from: number,
  seconds: number,
  by: Subject = 'model',
) {
  const status = loggedStatus(databaseKind)
  const rows = await reports
    .selectFrom('logs')
    .where('type', '=', LOG_TYPE.error)
    .where('created_at', '>=', from)
    .where('channel_id', '>', 0)
    .where(status, 'not in', REQUEST_FAULTS)
    .select(sql<number>`created_at - created_at % ${sql.lit(seconds)}`.as('since'))
    .select(`${COLUMNS[by]} as subject`)
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .groupBy([sql`1`, sql`2`])
    .execute()
  return rows.map(({ subject, since, calls }) => ({
    subject: String(subject),
    since: Number(since),
    calls: Number(calls),
  }))
}
