import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { TokenRow } from '../../platform/storage/schema.ts'

/** What a token's calls depend on: its limits, and whether it is disabled. */
type LineToken = Pick<TokenRow, 'id' | 'status' | 'quota_period' | 'period_quota' | 'rpm'>

/** A token and all above it; for a team's, its member's seat too. */
export async function lineOf(db: Db, id: number): Promise<LineToken[]> {
  const { rows } = await sql<LineToken>`
    with recursive line(id, above_id, status, quota_period, period_quota, rpm) as (
      select id, parent_id + seat_id, status, quota_period, period_quota, rpm from tokens where id = ${id}
      union all select above.id, above.parent_id + above.seat_id, above.status, above.quota_period, above.period_quota, above.rpm
        from tokens above join line on above.id = line.above_id
    ) select id, status, quota_period, period_quota, rpm from line`.execute(db)
  return rows
}
