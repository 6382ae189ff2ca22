import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { TokenRow } from '../../platform/storage/schema.ts'

/** The parts of a token that calls depend on. */
type LineToken = Pick<TokenRow, 'id' | 'status' | 'quota_period' | 'period_quota' | 'rpm' | 'seat_id'>

/** Returns a token and all above it, and for a team's token the seats of its member and its project. */
export async function lineOf(db: Db, id: number): Promise<LineToken[]> {
  const { rows } = await sql<LineToken>`
    with recursive line(id, above_id, seat_id, project_id, status, quota_period, period_quota, rpm) as (
      select id, parent_id + seat_id, seat_id, project_id, status, quota_period, period_quota, rpm from tokens where id = ${id}
      union select above.id, above.parent_id + above.seat_id, above.seat_id, above.project_id, above.status, above.quota_period, above.period_quota, above.rpm
        from line join tokens above on above.id in (line.above_id, line.project_id)
    ) select id, status, quota_period, period_quota, rpm, seat_id from line`.execute(db)
  return rows
}
