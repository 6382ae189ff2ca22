import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { IMPORTED_CODE } from '../../records/logs/imported-rows.ts'
import { SourceProblem } from '../sources/problem.ts'
import { logOf, type Source } from '../sources/source.ts'

/**
 * Finds the last id of a log that came before this was recorded: as many rows as came, from the lowest id on, must have the same
 * quota as those that are here. Newer rows are behind it.
 *
 * @throws SourceProblem if rows were deleted on either side since
 */
export async function rememberTop(db: Db, source: Source, id: string): Promise<void> {
  const known = await db
    .selectFrom('imports')
    .select(['logs', 'logs_since', 'logs_below', 'logs_top'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known || known.logs_since === null || known.logs_below !== null || known.logs_top !== null) return
  const top = await topOf(db, source, { id, rows: known.logs, since: known.logs_since })
  if (top === null)
    throw new SourceProblem(
      `The log of ${source.name} came with an earlier version, and rows of it were deleted since: which rows are new cannot be told, so none came. Everything else is here; keep the old log for those after the import.`,
    )
  await db.updateTable('imports').set({ logs_top: top }).where('id', '=', id).execute()
}

async function topOf(
  db: Db,
  source: Source,
  { id, rows, since }: { id: string; rows: number; since: number },
): Promise<number | null> {
  if (rows === 0) return 0
  const there = logOf(source)
    .database.query<{ top: number; rows: number; quota: number }, [number, number]>(
      `select max(id) as top, count(*) as rows, total(quota) as quota from (
        select cast(id as integer) as id, cast(quota as integer) as quota from logs
        where cast(created_at as integer) >= ? order by logs.id limit ?)`,
    )
    .get(since, rows)
  const here = await db
    .selectFrom('logs')
    .select(({ fn }) => [fn.countAll<number>().as('rows'), sql<number>`coalesce(sum(quota), 0)`.as('quota')])
    .where('code', '=', `${IMPORTED_CODE}${id}`)
    .executeTakeFirstOrThrow()
  const isSame = there?.rows === rows && here.rows === rows && there.quota === Number(here.quota)
  return isSame ? there.top : null
}
