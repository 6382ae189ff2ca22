import { dirname } from 'node:path'
import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../platform/storage/db.ts'
import { refuseWithoutRoomHere } from './sources/room.ts'
import { logOf, type Source } from './sources/source.ts'

/**
 * Refuses a log that a site on SQLite has no room for, before anything is written. How much PostgreSQL has is not known
 * here.
 *
 * @throws SourceProblem
 */
export async function refuseLogWithoutRoom(db: Db, source: Source): Promise<void> {
  if (databaseKindOf(db) !== 'sqlite') return
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const size = logOf(source).database.query<{ bytes: number }, []>(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  )
  const file = rows[0]?.file
  if (file) refuseWithoutRoomHere({ name: source.name, bytes: size.get()?.bytes ?? 0, folder: dirname(file) })
}
