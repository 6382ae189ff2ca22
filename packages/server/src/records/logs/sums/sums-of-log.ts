import { LOG_TYPE, type SearchedColumn, searchedColumns } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/db.ts'
import { atOneMoment } from '../../../platform/storage/snapshot.ts'
import { type LogFilters, valuesOf } from '../filters.ts'
import type { KnownUsers } from '../newest-ids.ts'
import { refuseLongLogRead } from '../refuse-long-read.ts'
import { tokensIn } from '../scope.ts'
import { logsPassing, newestLogId, passingAfter, passingOfFew, sumCharges, timeOfLog } from '../store.ts'
import { isOutside } from './add-rows.ts'
import { EVERYBODY, knownHours, levelsOf } from './store.ts'
import { MOST_USERS, unitSums, usersOf } from './unit-sums.ts'
import { endOf, HOUR_SECONDS, hourFrom, hourOf, LATEST, partsOf, type Unit, unitsBetween } from './units.ts'

interface Sums {
  rows: number
  quota: number
}

/** Sums of the matching rows in a range of time; `to` is exclusive. */
export interface Stretch extends Sums {
  from: number
  to: number
  /** The level of its unit of time; 0: part of an hour, or a range without sums. */
  hours: number
}

export interface LogSums {
  /** Consecutive ranges in time order, which together contain all matching rows. */
  stretches: Stretch[]
  /** null: anybody's rows may match. */
  known: KnownUsers | null
  /** Splits ranges into their units, level by level down to hours. */
  refine(stretches: readonly Stretch[]): Promise<Stretch[]>
}

/** Over all matching rows. */
export const totalOf = (stretches: readonly Sums[], name: keyof Sums): number =>
  stretches.reduce((total, stretch) => total + stretch[name], 0)

/** With more rows than this outside the sums, the sums do not help. */
const MOST_BEHIND = 100_000
/** The filter columns that the sums distinguish. */
const SUMMED_BY: ReadonlySet<SearchedColumn> = new Set(['token_id', 'token_name', 'group'])
/** There are only more adjacent hours before they become longer units, or if times are unusual. */
const MOST_UNITS = 2_500

/**
 * Sums up the matching rows: whole hours from the log's sums, the rest from rows. Exact if everything is read from one
 * snapshot. null: reading rows is as fast, because an index has the few matching rows, or the sums are far behind.
 * @throws ReportEnded if the sums are far behind and the rows too many
 */
export async function sumsOfLog(db: Db, filters: LogFilters): Promise<LogSums | null> {
  if (valuesOf(filters.request_id).length > 0 || filters.act || filters.conversation) return null
  if (tokensIn(filters)) return withoutSums(db, filters)
  if (searchedColumns.some(column => valuesOf<string | number>(filters[column]).length > 0 && !SUMMED_BY.has(column)))
    return withoutSums(db, filters)
  const { row_id, gone_before } = await db.selectFrom('log_roll_up').selectAll().executeTakeFirstOrThrow()
  if ((await newestLogId(db)) - row_id > MOST_BEHIND) return withoutSums(db, filters)

  // PostgreSQL would search the whole table for deleted rows until it has new statistics.
  const start = Math.max(filters.start_timestamp ?? 0, (await timeOfLog(db, 'oldest')) ?? 0)
  const end = filters.end_timestamp ? filters.end_timestamp + 1 : Number.MAX_SAFE_INTEGER
  const isSummed = (hour: number) => hour >= hourFrom(gone_before) && hour < LATEST
  const from = Math.max(hourFrom(start), hourFrom(gone_before))
  const to = Math.min(hourOf(end), LATEST)
  if (from > to)
    return { stretches: [await fromRows(db, filters, start, end)], known: null, refine: async given => [...given] }

  // Includes the partial hours at both ends.
  const summed = {
    from: isSummed(hourOf(start)) ? hourOf(start) : from,
    to: isSummed(to) && to < end ? to + HOUR_SECONDS : to,
  }
  const [hoursOfUsers, users, levels, hours, newest] = [
    await hoursOutside(db, { ...filters, start_timestamp: summed.from, end_timestamp: summed.to - 1 }, row_id),
    await usersOf(db, filters),
    await levelsOf(db),
    await knownHours(db, hourOf(gone_before)),
    (await timeOfLog(db, 'newest')) ?? 0,
  ]
  const outside = Array.from(
    Map.groupBy(hoursOfUsers, ({ since }) => since),
    ([since, sums]) => ({ since, ...added(sums) }),
  )
  const stretchesOf = async (units: readonly Unit[]): Promise<Stretch[]> => {
    const sums = await unitSums(db, { filters, users, units })
    return units.map(unit => {
      const [from, to] = [unit.since, endOf(unit)]
      const others = outside.filter(({ since }) => since >= from && since < to)
      return { from, to, hours: unit.hours, ...added([sums(unit), ...others]) }
    })
  }
  /** A part of an hour, from its rows; if the part is most of the hour, the hour's sums minus the rest. */
  const partOfHour = async (from: number, to: number): Promise<Stretch> => {
    const hour = hourOf(from)
    // There are no rows after the newest.
    const seconds = Math.min(to, newest + 1) - from
    const rest = from - hour + Math.max(0, Math.min(hour + HOUR_SECONDS, newest + 1) - to)
    if (!isSummed(hour) || rest >= seconds) return fromRows(db, filters, from, to)
    const whole = await stretchesOf([{ hours: 1, since: hour }])
    const left = [await fromRows(db, filters, hour, from), await fromRows(db, filters, to, hour + HOUR_SECONDS)]
    return {
      from,
      to,
      hours: 0,
      rows: totalOf(whole, 'rows') - totalOf(left, 'rows'),
      quota: totalOf(whole, 'quota') - totalOf(left, 'quota'),
    }
  }

  const reached = new Map(levels.map(({ hours, until }) => [hours, until]))
  const [first, last] = [Math.max(from, hours.from), Math.min(to, hours.to)]
  const lone = outside
    .map(({ since }) => since)
    .filter(since => since >= from && since < to && (since < first || since >= last))
  const units = [...unitsBetween(first, last, reached), ...lone.map(since => ({ hours: 1, since }))]
  if (units.length > MOST_UNITS) return withoutSums(db, filters)
  const middle = await stretchesOf(units.sort((one, other) => one.since - other.since))
  return {
    stretches: [await partOfHour(start, from), ...middle, await partOfHour(to, end)],
    known: knownUsers(users, hoursOfUsers, summed),
    async refine(stretches) {
      const long = stretches.filter(({ hours }) => hours > 1)
      const parts = await stretchesOf(long.flatMap(({ from, hours }) => partsOf({ hours, since: from })))
      return [...stretches.filter(({ hours }) => hours <= 1), ...parts].sort((one, other) => one.from - other.from)
    },
  }
}

/** For more than a few users this does not help. */
function knownUsers(
  summedUp: readonly number[] | null,
  others: readonly { user: number }[],
  span: { from: number; to: number },
): KnownUsers | null {
  if (!summedUp || summedUp.includes(EVERYBODY)) return null
  const users = [...new Set([...summedUp, ...others.map(({ user }) => user)])]
  return users.length <= MOST_USERS ? { ...span, users } : null
}

async function withoutSums(db: Db, filters: LogFilters): Promise<null> {
  await refuseLongLogRead(db, filters)
  return null
}

const added = (sums: readonly Sums[]): Sums => ({ rows: totalOf(sums, 'rows'), quota: totalOf(sums, 'quota') })

const SUMS = [sql<number>`count(*)`.as('rows'), sql<number>`coalesce(sum(logs.quota), 0)`.as('quota')] as const

async function fromRows(db: Db, filters: LogFilters, from: number, to: number): Promise<Stretch> {
  const sums =
    from < to
      ? await logsPassing(db, { ...filters, start_timestamp: from, end_timestamp: to - 1 })
          .select(SUMS)
          .executeTakeFirstOrThrow()
      : { rows: 0, quota: 0 }
  return { from, to, hours: 0, rows: Number(sums.rows), quota: Number(sums.quota) }
}

/** The rows outside the sums, by hour and user: new ones, and those with names that are too long. */
async function hoursOutside(
  db: Db,
  filters: LogFilters,
  summedUpTo: number,
): Promise<(Sums & { since: number; user: number })[]> {
  const since = sql<number>`logs.created_at - logs.created_at % ${sql.lit(HOUR_SECONDS)}`.as('since')
  const late = passingAfter(db, filters, { after: summedUpTo, most: MOST_BEHIND })
  const long = passingOfFew(db, filters, { condition: isOutside, upTo: summedUpTo })
  const found = await Promise.all(
    [late, long].map(rows =>
      rows
        .select([since, 'logs.user_id as user', ...SUMS])
        .groupBy([sql`1`, 'logs.user_id'])
        .execute(),
    ),
  )
  return found
    .flat()
    .map(({ since, user, rows, quota }) => ({ since: Number(since), user, rows: Number(rows), quota: Number(quota) }))
}

/** How many charged calls pass the filters, and their quota. */
export const chargedTotals = (reports: Db, filters: LogFilters): Promise<{ calls: number; quota: number }> =>
  atOneMoment(reports, async db => {
    const sums = await sumsOfLog(db, { ...filters, type: LOG_TYPE.consume })
    if (!sums) return sumCharges(db, filters)
    return { calls: totalOf(sums.stretches, 'rows'), quota: totalOf(sums.stretches, 'quota') }
  })
