import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { layOutPostgres } from '../../scripts/lib/postgres.mjs'
import { findPrograms } from '../../scripts/lib/programs.mjs'
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs'
import type { Stage } from './stage.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** The location of a gateway's database. */
export interface Place {
  DATA_DIR: string
  /** Empty: SQLite in DATA_DIR. */
  DATABASE_URL: string
}

/** Runs a statement; resolves to its rows. */
export type RunSql = (statement: string) => Promise<Record<string, unknown>[]>

/** A durable PostgreSQL with default settings, removed when the script ends. */
interface Postgres {
  processId: number
  /** Pauses all its processes, or resumes them. */
  freeze(): void
  thaw(): void
  url: string
  stop(): Promise<void>
  start(): Promise<void>
}

const DURABLE = ['max_connections=300']

export const postgres = (stage: Stage): Promise<Postgres> =>
  stage.part('PostgreSQL', async () => {
    const folder = temporaryFolder('postgres')
    const server = await postgresIn(folder, DURABLE)
    const postmaster = () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    const frozen = new Set<number>()
    return {
      processId: postmaster(),
      freeze() {
        // otherwise it could start others meanwhile
        const first = postmaster()
        process.kill(first, 'SIGSTOP')
        const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
        for (const id of [first, ...children.filter(Boolean).map(Number)]) {
          process.kill(id, 'SIGSTOP')
          frozen.add(id)
        }
      },
      thaw() {
        for (const id of frozen) process.kill(id, 'SIGCONT')
        frozen.clear()
      },
      url: server.url,
      start: () => server.start(),
      stop: () => server.stop('fast'),
    }
  })

/** Starts a PostgreSQL in an empty folder; it runs until the script ends. */
export async function postgresIn(folder: string, settings: readonly string[]) {
  const { pgCtl } = await findPrograms('pgCtl')
  const server = await layOutPostgres(pgCtl, folder, settings)
  await server.start()
  const stopIfRunning = async () => {
    if (existsSync(join(folder, 'data', 'postmaster.pid'))) await server.stop('immediate')
  }
  whenEnding(stopIfRunning)
  return { ...server, stopIfRunning }
}

/** Makes a new, empty database. For SQLite it is a file in the folder. */
export async function newPlace(stage: Stage, kind: DatabaseKind, folder: string): Promise<Place> {
  if (kind === 'sqlite') return { DATA_DIR: folder, DATABASE_URL: '' }
  const { url } = await postgres(stage)
  const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`
  await withSql({ DATA_DIR: folder, DATABASE_URL: url }, run => run(`create database ${name}`))
  return { DATA_DIR: folder, DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href }
}

/** The database kept in a folder, made if there is none. Its PostgreSQL runs until the script ends. */
export async function keptPlace(kind: DatabaseKind, folder: string, settings = DURABLE): Promise<Place> {
  if (kind === 'sqlite') return { DATA_DIR: folder, DATABASE_URL: '' }
  // beside the gateway's folder, which it closes to other users
  const [data, cluster] = [join(folder, 'gateway'), join(folder, 'postgres')]
  for (const part of [data, cluster]) mkdirSync(part, { recursive: true })
  const { pgCtl } = await findPrograms('pgCtl')
  const server = await layOutPostgres(pgCtl, cluster, settings)
  // A killed script leaves it running, or just the file.
  if (existsSync(join(cluster, 'data', 'postmaster.pid'))) await server.stop('fast').catch(() => undefined)
  await server.start()
  whenEnding(() => server.stop('fast'))
  return { DATA_DIR: data, DATABASE_URL: server.url }
}

/** With SQLite, no gateway may use the folder meanwhile. */
export async function withSql<Result>(
  { DATA_DIR, DATABASE_URL }: Place,
  act: (run: RunSql) => Promise<Result>,
): Promise<Result> {
  const sql = new SQL(DATABASE_URL || `sqlite://${join(DATA_DIR, 'tollgate.db')}`, { max: 1 } as SQL.Options)
  try {
    return await act(async statement => [...(await sql.unsafe(statement))])
  } finally {
    await sql.close()
  }
}
