import { type calls, LOG_TYPE, type ReplyOf } from '@tollgate/contract'
import { sql } from 'kysely'
import { withReportLimits } from '../../platform/storage/report-limits.ts'
import { loggedStatus } from '../../records/logs/logged-status.ts'
import type { SiteContext } from '../context.ts'

type Availability = ReplyOf<typeof calls.status.availability>

const HOUR = 3600
const HOURS = 24
/** How long the answer is cached, because strangers can request it. */
const FRESH_SECONDS = 120
/** Faults of requests, which say nothing about the gateway. */
export const REQUEST_FAULTS = [400, 404, 405, 409, 413, 415, 422, 499, 501]
/** A client may have asked for any model. */
const NOBODY_SERVES = 'no_channel'

interface Kept {
  at: number
  answer: Promise<Availability>
}

const kept = new WeakMap<object, Kept>()

/**
 * Returns each of the last 24 hours' share of successful calls, read at most once in two minutes; nothing unless the
 * operator shows it.
 */
export async function availability(app: SiteContext): Promise<Availability> {
  if (!app.options.get('AvailabilityShownEnabled')) return { hours: [] }
  const known = kept.get(app.options)
  if (known && app.now() - known.at < FRESH_SECONDS) return known.answer
  const answer = withReportLimits({ signal: undefined }, () => readAvailability(app))
  kept.set(app.options, { at: app.now(), answer })
  answer.catch(() => kept.delete(app.options))
  return answer
}

async function readAvailability(app: SiteContext): Promise<Availability> {
  const now = app.now()
  const from = now - (now % HOUR) - (HOURS - 1) * HOUR
  const [answered, failed] = await Promise.all([answeredByHour(app, from), failedByHour(app, from)])
  return {
    hours: Array.from({ length: HOURS }, (_, index) => {
      const start = from + index * HOUR
      const good = answered.get(start) ?? 0
      const all = good + (failed.get(start) ?? 0)
      // Without figures of successful calls, every call would seem to fail.
      const isKnown = all > 0 && app.options.get('DataExportEnabled')
      return { start, answered: isKnown ? Math.round((good * 1000) / all) : null }
    }),
  }
}

const hour = sql<number>`created_at - created_at % ${sql.lit(HOUR)}`

async function answeredByHour({ reports }: SiteContext, from: number): Promise<Map<number, number>> {
  const rows = await reports
    .selectFrom('quota_data')
    .where('created_at', '>=', from)
    .select(hour.as('hour'))
    .select(({ fn }) => fn.sum<number>('count').as('calls'))
    .groupBy(sql`1`)
    .execute()
  return new Map(rows.map(row => [Number(row.hour), Number(row.calls)]))
}

async function failedByHour({ reports, databaseKind }: SiteContext, from: number): Promise<Map<number, number>> {
  const status = loggedStatus(databaseKind)
  const rows = await reports
    .selectFrom('logs')
    .where('type', '=', LOG_TYPE.error)
    .where('created_at', '>=', from)
    .where('error_code', '!=', NOBODY_SERVES)
    .where(({ or, and, eb }) =>
      or([
        and([eb('channel_id', '>', 0), eb(status, 'not in', REQUEST_FAULTS)]),
        // Includes failures of the gateway itself and of all channels resting, but not refusals because of a token or a
        // wallet.
        and([eb(status, '>=', 500), eb(status, 'not in', REQUEST_FAULTS)]),
      ]),
    )
    .select(hour.as('hour'))
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .groupBy(sql`1`)
    .execute()
  return new Map(rows.map(row => [Number(row.hour), Number(row.calls)]))
}
