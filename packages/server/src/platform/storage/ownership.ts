import { join } from 'node:path'
import type { Environment } from '../process/environment.ts'
import { DATABASE_FILE } from './db.ts'
import { takeFolder } from './own-folder.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import type { SqliteService } from './sqlite/service.ts'
import { switchableSqlite } from './sqlite/switchable.ts'

/** A SQLite folder that this process owns, and may hand over to the next version and take back. */
export interface Ownership {
  /** The database, whoever owns the file. Closing it unlocks the folder. */
  service: SqliteService
  /** Closes the database and unlocks the folder. Calls wait from then on. */
  release(): Promise<void>
  /** Call this when the new owner of the folder is gone. Calls wait from then on. */
  lost(): void
  /** Continues with the new owner's service. */
  goOnOver(service: SqliteService): void
  /** Locks the folder and opens the database again. Returns false if another process has it. */
  takeBack(): boolean
  /** Whether this process owns the folder now. */
  isOwner(): boolean
  /** Unlocks the folder without waiting for anything. */
  abandon(): void
}

/** @param leaveFolder unlocks the folder, which this process has locked */
export function ownDatabase({ DATA_DIR, PORT, WORKERS }: Environment, leaveFolder: () => void): Ownership {
  // A supervisor serves no requests itself.
  const open = () => openSqlite(join(DATA_DIR, DATABASE_FILE), WORKERS > 1)
  const sqlite = switchableSqlite(open())
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
      // Calls then wait even if it could not be closed properly.
      await sqlite.pause().finally(abandon)
    },
    lost: sqlite.pauseAtOnce,
    goOnOver: sqlite.resume,
    takeBack() {
      leave = takeFolder(DATA_DIR, PORT)
      if (leave) sqlite.resume(open())
      return leave !== null
    },
    isOwner: () => leave !== null,
    abandon,
  }
}
