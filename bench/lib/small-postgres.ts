import { mountSmallDisk } from '../../packages/server/test/support/small-disk.ts'
import { postgresIn, withSql } from './database.ts'

/** Enough for an empty cluster, its log and a gateway's database. */
const MEGABYTES = 192
const SETTINGS = ['max_wal_size=64MB', 'min_wal_size=32MB', 'max_connections=60']
/** More than the log files that it keeps for reuse. */
const MOST_LOG_MEGABYTES = 256

/** A PostgreSQL on its own small disk. */
export interface SmallPostgres {
  url: string
  /** Fills its disk and writes to its log until it stops, as a PostgreSQL does that cannot write its log. */
  fill(): Promise<void>
  /** Frees the space and restarts it. */
  empty(): Promise<void>
  remove(): Promise<void>
}

/** null: mounting a small disk is not allowed here. */
export async function smallPostgres(): Promise<SmallPostgres | null> {
  const disk = mountSmallDisk(MEGABYTES)
  if (!disk) return null
  const server = await postgresIn(disk.folder, SETTINGS)
  return {
    url: server.url,
    async fill() {
      disk.fill()
      await withSql({ DATA_DIR: '', DATABASE_URL: server.url }, async run => {
        for (let written = 0; written < MOST_LOG_MEGABYTES; written++)
          await run("select pg_logical_emit_message(false, 'drill', repeat('x', 1048576))")
      }).catch(() => undefined)
    },
    async empty() {
      disk.empty()
      // it stops by itself once it cannot write its log
      await server.stopIfRunning()
      await server.start()
    },
    async remove() {
      await server.stopIfRunning()
      disk.remove()
    },
  }
}
