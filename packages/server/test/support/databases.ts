import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DATABASE_FILE, type DatabaseKind, openStorage, type Storage } from '../../src/platform/storage/db.ts'
import { migrate } from '../../src/platform/storage/migrate.ts'

/** Where a database is: enough for a second process or connection to open it. */
export interface DatabasePlace {
  DATA_DIR: string
  DATABASE_URL?: string
}

export interface TestDatabase {
  storage: Storage
  place: DatabasePlace
  /** Closes the storage and removes the database. */
  close(): Promise<void>
}

/**
 * Every kind of database available to tests: `for (const { kind, open } of databases())`. Each `open` makes a new
 * migrated database, `openEmpty` one without tables. PostgreSQL is included if TEST_DATABASE_URL names a server whose
 * user may create databases.
 */
export function databases(): Databases[] {
  const server = process.env.TEST_DATABASE_URL
  if (server) return [sqlite, postgresOn(server)]
  console.log('PostgreSQL is left out: TEST_DATABASE_URL is not set.')
  return [sqlite]
}

interface Databases {
  kind: DatabaseKind
  open(): Promise<TestDatabase>
  openEmpty(): Promise<TestDatabase>
}

const sqlite: Databases = {
  kind: 'sqlite',
  open: async () => openSqlite(await sqliteTemplate()),
  openEmpty: async () => openSqlite(),
}

const postgresOn = (server: string): Databases => ({
  kind: 'postgres',
  open: async () => openPostgres(server, await postgresTemplate(server)),
  openEmpty: () => openPostgres(server),
})

function openSqlite(template?: string): TestDatabase {
  const folder = temporaryFolder()
  if (template) copyFileSync(template, join(folder, DATABASE_FILE))
  return openAt({ DATA_DIR: folder }, async () => removeFolder(folder))
}

async function openPostgres(server: string, template = 'template1'): Promise<TestDatabase> {
  const name = newName()
  await onServer(`create database ${name} template ${template}`)
  const folder = temporaryFolder()
  return openAt({ DATA_DIR: folder, DATABASE_URL: urlOf(server, name) }, async () => {
    await onServer(`drop database ${name} with (force)`)
    removeFolder(folder)
  })
}

/** Migrated once per process, since many tests want their own database. */
export const sqliteTemplate = once(async () => {
  const folder = temporaryFolder()
  process.on('exit', () => removeFolder(folder))
  await migrateAt({ DATA_DIR: folder })
  return join(folder, DATABASE_FILE)
})

const postgresTemplate = once(async (server: string) => {
  const name = newName()
  await onServer(`create database ${name}`)
  const folder = temporaryFolder()
  await migrateAt({ DATA_DIR: folder, DATABASE_URL: urlOf(server, name) })
  removeFolder(folder)
  return name
})

async function migrateAt(place: DatabasePlace): Promise<void> {
  const storage = openStorage(place)
  await migrate(storage)
  await storage.close()
}

function openAt(place: DatabasePlace, remove: () => Promise<void>): TestDatabase {
  const storage = openStorage(place)
  const close = async () => {
    await storage.close()
    await remove()
  }
  return { storage, place, close }
}

function once<Input extends unknown[], Result>(make: (...input: Input) => Promise<Result>) {
  let made: Promise<Result> | undefined
  return (...input: Input): Promise<Result> => {
    made ??= make(...input)
    return made
  }
}

const newName = () => `tollgate_${crypto.randomUUID().replaceAll('-', '')}`

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement on the PostgreSQL server, outside the test's own database. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'tollgate-test-'))
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })
