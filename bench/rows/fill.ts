import { LOG_TYPE } from '../../packages/contract/src/index.ts'
import type { NewLogRow } from '../../packages/server/src/platform/storage/schema.ts'
import type { Value } from '../../packages/server/src/platform/storage/statements.ts'
import {
  ADD_TO_FIGURES,
  FIGURE_COLUMNS,
  FIGURE_KEY,
  figureRows,
  INTO_FIGURES,
} from '../../packages/server/src/records/dashboard/usage-figures.ts'
import { logValues, WRITTEN_COLUMNS } from '../../packages/server/src/records/logs/log-values.ts'
import type { DatabaseKind, RunSql } from '../lib/database.ts'
import { insertRows, quoted } from './insert-rows.ts'
import { DAY, type Made, oneDay } from './one-day.ts'
import { withoutIndexes } from './without-indexes.ts'

const SLOT = 900
/** Other processes write in between. */
const ROWS_BESIDE_OTHERS = 2_000

export interface Fill {
  kind: DatabaseKind
  made: Made
  rows: number
  /** The number of days up to now. */
  days: number
  /** Unix seconds. */
  now: number
  /** Nobody else uses the database: indexes are built at the end, which takes a third of the time. */
  isAlone: boolean
  onDay?(day: number): void
}

/**
 * Fills the log with this many rows, rounded up to whole days, and everything that belongs to them: dashboard figures,
 * book entries, balances. Makes up one day, which the database repeats. Resolves to the number of rows.
 */
export async function fillLog(run: RunSql, { kind, made, rows, days, now, isAlone, onDay }: Fill): Promise<number> {
  const day = oneDay(made, Math.ceil(rows / days))
  await layOut(run, day)
  const end = Math.floor(now / SLOT) * SLOT
  const atOnce = isAlone ? day.length : ROWS_BESIDE_OTHERS
  // Nothing has been summed yet, so these rows are not late.
  if (isAlone) {
    await run('delete from figure_sum_levels where not exists (select 1 from figure_sums)')
    await run('update figure_roll_up set until = 0, closed_until = 0 where not exists (select 1 from figure_sums)')
  }
  const add = async () => {
    for (let place = 0; place < days; place++) {
      for (let after = 0; after < day.length; after += atOnce)
        await addRows(run, end - (days - place) * DAY, place, [after, after + atOnce])
      await addFigures(run, end - (days - place) * DAY)
      onDay?.(place + 1)
    }
  }
  await (isAlone ? withoutIndexes(run, kind, ['logs', 'quota_data', 'ledger_entries'], add) : add())
  await addBalances(run, days)
  for (const table of ['made_rows', 'made_figures']) await run(`drop table ${table}`)
  // Autovacuum would do this later; a gateway on SQLite never does.
  if (kind === 'postgres') await run('analyze')
  return day.length * days
}

const columns = [...Object.keys(WRITTEN_COLUMNS), 'code']

/** Stores the day in separate tables. */
async function layOut(run: RunSql, day: readonly NewLogRow[]): Promise<void> {
  await run('create temp table made_rows as select * from logs where id < 0')
  await run('create temp table made_figures as select * from quota_data where created_at < 0')
  const rows = day.map((row, place): Value[] => [place + 1, ...logValues(row), row.code ?? ''])
  await insertRows(run, 'made_rows', ['id', ...columns], rows)
  await insertRows(run, 'made_figures', Object.keys(FIGURE_COLUMNS), figureRows(day))
}

/** Gives requests new ids on each day, in no order. */
async function addRows(run: RunSql, begins: number, day: number, [after, upTo]: [number, number]): Promise<void> {
  const request = `case when request_id = '' then '' else request_id || '-${day}' end`
  const values = columns.map(name => {
    if (name === 'created_at') return `created_at + ${begins}`
    return name === 'request_id' ? request : `"${name}"`
  })
  const piece = `from made_rows where id > ${after} and id <= ${upTo}`
  await run(`insert into logs (${quoted(columns)}) select ${values.join(', ')} ${piece} order by id`)
  await run(`insert into ledger_entries (reference, kind, user_id, token_id, user_amount, channel_id, is_logged, created_at)
    select 'request:' || ${request}, 'request', user_id, token_id, -quota, channel_id, 1, created_at + ${begins}
    ${piece} and type = ${LOG_TYPE.consume} order by id`)
}

async function addFigures(run: RunSql, begins: number): Promise<void> {
  const names = Object.keys(FIGURE_COLUMNS)
  const { created_at } = INTO_FIGURES.written
  const values = names.map(name => (name === 'created_at' ? created_at(`(created_at + ${begins})`) : `"${name}"`))
  await run(`insert into quota_data (${quoted(names)}) select ${values.join(', ')} from made_figures
    where true order by ${quoted(FIGURE_KEY)} ${ADD_TO_FIGURES}`)
}

/** Users had as much before as their entries take, and have a credit for it. */
async function addBalances(run: RunSql, days: number): Promise<void> {
  const call = `type = ${LOG_TYPE.consume}`
  const sums = (owner: string) =>
    `select ${owner}_id as owner, sum(quota) * ${days} as quota, count(*) * ${days} as calls from made_rows where ${call} group by 1`
  for (const owner of ['user', 'token', 'channel'] as const) {
    const counts = owner === 'user' ? ', request_count = request_count + sums.calls' : ''
    await run(`update ${owner}s set used_quota = used_quota + sums.quota ${counts}
      from (${sums(owner)}) sums where ${owner}s.id = sums.owner`)
  }
  await run(`insert into ledger_entries (reference, kind, user_id, user_amount, created_at)
    select 'grant:made-${crypto.randomUUID()}-' || owner, 'grant', owner, quota, 0 from (${sums('user')}) sums`)
  // They look like entries made before the books had a chain.
  await run(`update ledger_links set digests = (select cast(max(id) as text) from ledger_entries) where chain = ''`)
}
