import { join } from 'node:path'
import type { Environment } from '../process/environment.ts'
import { DATABASE_FILE } from './db.ts'
import { takeFolder } from './own-folder.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import type { SqliteService } from './sqlite/service.ts'
import { switchableSqlite } from './sqlite/switchable.ts'

/** A SQLite folder that this process has, and may hand over to the next version and take back. */
export interface Ownership {
  /** The database, whoever has the file. Closing it unlocks the folder. */
  service: SqliteService
  /** Closes the database and unlocks the folder. Calls wait from then on. */
  release(): Promise<void>
  /** Who had the folder since is gone. Calls wait from then on. */
  lost(): void
  /** Goes on over what the new owner serves. */
  goOnOver(service: SqliteService): void
  /** Locks the folder and opens the database again; false: somebody else has it. */
  takeBack(): boolean
  /** Whether the folder is this process's now. */
  isOwner(): boolean
  /** Unlocks the folder and waits for nothing. */
  abandon(): void
}

/** @param leaveFolder unlocks the folder, which this process has locked */
export function ownDatabase({ DATA_DIR, PORT }: Environment, leaveFolder: () => void): Ownership {
  const path = join(DATA_DIR, DATABASE_FILE)
  const sqlite = switchableSqlite(openSqlite(path))
  let leave: (() => void) | null = leaveFolder

  function abandon(): void {
    leave?.()
    leave = null
  }

  return {
    service: {
      ...sqlite.service,
      async close() {
        await sqlite.service.close()
        abandon()
      },
    },
    async release() {
      // Calls wait then even where it could not be closed in order.
      await sqlite.pause().finally(abandon)
    },
    lost: sqlite.pauseAtOnce,
    goOnOver: sqlite.resume,
    takeBack() {
      leave = takeFolder(DATA_DIR, PORT)
      if (leave) sqlite.resume(openSqlite(path))
      return leave !== null
    },
    isOwner: () => leave !== null,
    abandon,
  }
}
