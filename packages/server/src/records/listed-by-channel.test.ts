import { expect, test } from 'bun:test'
import { type CompiledQuery, sql } from 'kysely'
import { databases } from '../../test/support/databases.ts'
import { drawingsBy } from './drawing-log/store.ts'
import { tasksBy } from './task-log/store.ts'

const LISTS = {
  tasks: { listBy: tasksBy, required: ['created_at', 'task_id'] },
  midjourneys: { listBy: drawingsBy, required: ['mj_id'] },
}
/** Enough for PostgreSQL to prefer an index. */
const ROWS = 20_000
const CHANNELS = 1_000

for (const { kind, open } of databases())
  test(`tasks and drawings of a channel are counted and sorted by an index, on ${kind}`, async () => {
    const database = await open()
    const { db } = database.storage
    for (const [table, { listBy, required }] of Object.entries(LISTS)) {
      await sql`insert into ${sql.table(table)} (user_id, channel_id, ${sql.join(required.map(name => sql.ref(name)))})
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
        select 1, i % ${sql.lit(CHANNELS)}, ${sql.join(required.map(() => sql`i`))} from n`.execute(db)
      if (kind === 'postgres') await sql`analyze ${sql.table(table)}`.execute(db)
      const plan = async (query: CompiledQuery) => {
        const explain = kind === 'sqlite' ? 'explain query plan ' : 'explain '
        const { rows } = await db.executeQuery({ ...query, sql: explain + query.sql })
        return JSON.stringify(rows)
      }
      const { count, ids } = listBy(db, { channel_id: [7, 8], sort: '-quota' })
      const index = `${table}_listed_by_channel`
      for (const query of [count, ids])
        expect(await plan(query.compile())).toContain(
          kind === 'sqlite' ? `COVERING INDEX ${index} (channel_id=?` : index,
        )
    }
    await database.close()
  })
