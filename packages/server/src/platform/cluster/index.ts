import type { Logger } from 'pino'
import type { Counts } from '../counts/counts.ts'
import { versionStore } from '../storage/change-versions.ts'
import type { Storage } from '../storage/db.ts'
import type { Link } from '../workers/link.ts'
import { type Bus, noBus } from './bus.ts'
import { type ChangeVersions, openChangeVersions, type VersionPace } from './change-versions.ts'
import { makeDatabaseClock } from './database-clock.ts'
import { linkBus } from './link-bus.ts'
import { linkCounts } from './link-counts.ts'
import { openRedisBus } from './redis-bus.ts'
import { redisCounts } from './redis-counts.ts'
import { versionsWhenShared } from './versions-when-shared.ts'

/** The state and events that this node shares with the other nodes on its database. */
export interface Cluster {
  bus: Bus
  /** Counts shared by all nodes; null if this node is alone or the nodes have no connection. */
  counts: Counts | null
  versions: ChangeVersions
  /** null: there is no Redis. */
  redisUp(): boolean | null
  /** What Redis tells of itself: lines of `name:value`; null: there is no Redis. Rejects while it is away. */
  redisInfo(): Promise<string> | null
  /** Other processes now use the database too, which this process had alone. */
  share(): Promise<void>
  /** Unix seconds: the database's on PostgreSQL, this machine's on SQLite. */
  now(): number
  close(): Promise<void>
}

interface Deps {
  storage: Storage
  redisUrl: string | undefined
  /** Differs for each database, so that several can share a Redis. */
  scope: string
  log: Logger
  /** The link to a worker's supervisor; Redis, if there is one, also reaches workers on other machines. */
  link?: Link | undefined
  /** No other process uses the database. */
  isOnlyNode: boolean
  pace?: VersionPace
}

/** @throws StartError if Redis cannot be reached */
export async function joinCluster({ storage, redisUrl, scope, log, link, isOnlyNode, pace }: Deps): Promise<Cluster> {
  const redis = redisUrl ? await openRedisBus(redisUrl, { scope, log }) : null
  const overRedis = redis && redisCounts(redis.count)
  const bus = redis ?? (link ? linkBus(link) : noBus)
  const clock = makeDatabaseClock()
  const isAlone = isOnlyNode && bus === noBus
  const isOnOtherMachine = storage.kind === 'postgres'
  const store = versionStore(storage)
  const open = () => openChangeVersions({ store, clock: isOnOtherMachine ? clock : undefined, log }, pace)
  const whenShared = isAlone ? versionsWhenShared(open) : null
  const versions = whenShared ?? (await open())
  return {
    bus,
    counts: overRedis ?? (link ? linkCounts(link) : null),
    versions,
    redisUp: () => redis?.isUp() ?? null,
    redisInfo: () => redis?.info() ?? null,
    share: async () => whenShared?.share(),
    now: clock.now,
    async close() {
      await versions.close()
      overRedis?.close()
      await bus.close()
    },
  }
}
