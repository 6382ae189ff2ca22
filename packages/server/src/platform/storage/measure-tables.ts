import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from './db.ts'
import type { Tables } from './schema.ts'

/** A table with its indexes, as the database's own statistics have it. */
export interface MeasuredTable {
  name: string
  bytes: number
  /** On PostgreSQL an estimate. */
  rows: number
}

/** All tables, largest first. SQLite reads its whole file for that, about a gigabyte in a second. */
export async function measureTables(db: Kysely<Tables>, kind: DatabaseKind): Promise<MeasuredTable[]> {
  const { rows } = await queries[kind].execute(db)
  return rows
    .map(({ name, bytes, rows }) => ({ name, bytes: Number(bytes), rows: Number(rows) }))
    .sort((one, other) => other.bytes - one.bytes)
}

const queries: Record<DatabaseKind, RawBuilder<MeasuredTable>> = {
  // Its counters start over after a crash, until the next vacuum.
  postgres: sql`
    select s.relname as name, pg_total_relation_size(s.relid) as bytes,
      case when s.n_live_tup > 0 then s.n_live_tup else greatest(c.reltuples, 0)::bigint end as rows
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid`,
  // Cells above the leaves are rows only in tables without row ids.
  sqlite: sql`
    select m.tbl_name as name, sum(s.bytes) as bytes,
      coalesce(sum(case when m.type = 'table' then case when l.wr then s.cells else s.leaves end end), 0) as rows
    from (
      select name, sum(pgsize) as bytes, sum(ncell) as cells,
        sum(case when pagetype = 'leaf' then ncell else 0 end) as leaves
      from dbstat group by name
    ) s
    join sqlite_master m on m.name = s.name
    left join pragma_table_list l on l.name = m.tbl_name and l.schema = 'main'
    where m.tbl_name not like 'sqlite~_%' escape '~'
    group by m.tbl_name`,
}
