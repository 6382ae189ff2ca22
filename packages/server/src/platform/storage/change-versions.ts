import { databaseTimeMs } from './database-time.ts'
import type { Storage } from './db.ts'
import { run } from './statements.ts'

/** The versions that were read. */
export interface VersionsNow {
  /** By topic; a topic that was never raised is absent. */
  versions: ReadonlyMap<string, number>
  /** The database's clock, unix milliseconds. */
  databaseMs: number
}

export type VersionStore = ReturnType<typeof versionStore>

/** How often each topic's data was changed, on any node. */
export function versionStore({ db, kind }: Pick<Storage, 'db' | 'kind'>) {
  const onConnection = db.getExecutor()
  return {
    /** Raises a topic's version in one statement. Returns the new one. */
    raise: (topic: string): Promise<number> =>
      onConnection.provideConnection(async connection => {
        const { rows } = await run<{ version: number }>(
          connection,
          `insert into change_versions (topic, version) values ($1, 1)
           on conflict (topic) do update set version = change_versions.version + 1 returning version`,
          [topic],
        )
        return rows[0]?.version ?? 0
      }),

    read: (): Promise<VersionsNow> =>
      onConnection.provideConnection(async connection => {
        const { rows } = await run<{ now: number; topic: string | null; version: number | null }>(
          connection,
          `select ${databaseTimeMs(kind)} as now, topic, version from (select 1) as one left join change_versions on true`,
          [],
        )
        const versions = rows.flatMap(({ topic, version }) => (topic === null ? [] : [[topic, version ?? 0] as const]))
        return { versions: new Map(versions), databaseMs: rows[0]?.now ?? 0 }
      }),
  }
}
