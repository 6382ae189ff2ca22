import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { TokenRow } from '../../platform/storage/schema.ts'

/** The parts of a token that calls depend on. */
type LineToken = Pick<TokenRow, 'id' | 'status' | 'quota_period' | 'period_quota' | 'rpm'>

/** Returns a token and all above it, and for a team's token its member's seat. */
export async function lineOf(db: Db, id: number): Promise<LineToken[]> {
  const { rows } = await sql<LineToken>`
    with recursive line(id, above_id, status, quota_period, period_quota, rpm) as (
      select id, parent_id + seat_id, status, quota_period, period_quota, rpm from tokens where id = ${id}
      union all select above.id, above.parent_id + above.seat_id, above.status, above.quota_period, above.period_quota, above.rpm
        from tokens above join line on above.id = line.above_id
    ) select id, status, quota_period, period_quota, rpm from line`.execute(db)
  return rows
}
