import type { Logger } from 'pino'
import { versionStore } from '../storage/change-versions.ts'
import type { Storage } from '../storage/db.ts'
import { type Bus, noBus } from './bus.ts'
import { type ChangeVersions, openChangeVersions, type VersionPace } from './change-versions.ts'
import { makeDatabaseClock } from './database-clock.ts'
import { openRedisBus } from './redis-bus.ts'

/** What this node has in common with the others on its database. */
export interface Cluster {
  bus: Bus
  /** Null on a SQLite database that no other process uses. */
  versions: ChangeVersions | null
  /** Unix seconds: the database's on PostgreSQL, this machine's on SQLite. */
  now(): number
  close(): Promise<void>
}

interface Deps {
  storage: Storage
  redisUrl: string | undefined
  /** Another for each database, so that several may share a Redis. */
  scope: string
  log: Logger
  /** The bus of processes that are joined otherwise than by Redis. */
  bus?: Bus | undefined
  pace?: VersionPace
}

/** @throws StartError when Redis cannot be reached */
export async function joinCluster({ storage, redisUrl, scope, log, bus: given, pace }: Deps): Promise<Cluster> {
  const bus = given ?? (redisUrl ? await openRedisBus(redisUrl, { scope, log }) : noBus)
  const clock = makeDatabaseClock()
  const isAlone = storage.kind === 'sqlite' && bus === noBus
  const isOnOtherMachine = storage.kind === 'postgres'
  const store = versionStore(storage)
  const versions = isAlone
    ? null
    : await openChangeVersions({ store, clock: isOnOtherMachine ? clock : undefined, log }, pace)
  return {
    bus,
    versions,
    now: clock.now,
    async close() {
      await versions?.close()
      await bus.close()
    },
  }
}
