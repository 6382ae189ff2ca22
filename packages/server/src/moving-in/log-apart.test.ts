import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { otherGateway } from '../../test/support/other-gateways.ts'
import { makeSecrets } from '../platform/secrets/secrets.ts'
import { type MoveInOptions, moveIn } from './move-in.ts'
import { holds } from './proof/proof.ts'
import { openSource } from './sources/open-source.ts'
import type { Source } from './sources/source.ts'
import { generationOf } from './tables/generation.ts'
import { verify } from './verify.ts'

const secrets = makeSecrets('the secret key of this test')
const OPTIONS: MoveInOptions = { isDryRun: false, into: 'empty', prices: 'source', logs: 0, now: 1_800_000_000 }
const folder = mkdtempSync(join(tmpdir(), 'tollgate-log-apart-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withTypes = (csv: string) => {
  const [head = '', ...rows] = csv.split('\n')
  return [head, head.split(',').map((_, at) => (at % 2 === 0 ? '"Int64"' : '"LowCardinality(String)"')), ...rows].join(
    '\n',
  )
}

/** A gateway without its log, and its log in each form in which one lies apart. */
function parted() {
  const { file, expected } = otherGateway('new-api-2026-sqlite')
  const main = join(folder, 'main.db')
  writeFileSync(main, Bun.zstdDecompressSync(readFileSync(file)))
  const database = new Database(main)
  const rows = database.query<Record<string, unknown>, []>('select * from logs order by created_at, id').all()
  const log = join(folder, 'log.db')
  database.run(`attach '${log}' as apart`)
  database.run('create table apart.logs as select * from logs')
  database.run('delete from logs')
  database.close()
  const charged = rows.reduce((sum, { type, quota }) => sum + (type === 2 ? (quota as number) : 0), 0)
  // ClickHouse counts no rows: each id is 0 there.
  const exported: Record<string, unknown>[] = rows.map(row => ({ ...row, id: 0 }))
  const names = Object.keys(exported[0] ?? {})
  const cell = (value: unknown) =>
    typeof value === 'number' ? String(value) : value === null ? '\\N' : `"${String(value).replaceAll('"', '""')}"`
  const csv = [names, ...exported.map(row => Object.values(row))].map(row => row.map(cell).join(',')).join('\n')
  const json = exported.map(row => JSON.stringify({ ...row, quota: String(row.quota) })).join('\n')
  const written = (name: string, bytes: string | Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const forms = {
    'a SQLite file': log,
    'CSV with a header': written('logs.csv', `${csv}\n`),
    'CSV packed with zstd, its last line without an end': written('logs.csv.zst', Bun.zstdCompressSync(csv)),
    'CSV with a row of types': written('typed.csv', `${withTypes(csv)}\n`),
    'JSON lines': written('logs.jsonl', `${json}\n`),
    'JSON lines packed with gzip': written('logs.jsonl.gz', Bun.gzipSync(new TextEncoder().encode(json))),
  }
  return {
    main,
    forms,
    csv,
    json,
    written,
    rows: expected().rows.logs ?? 0,
    newest: rows.at(-1)?.created_at as number,
    charged,
  }
}

const { main, forms, csv, json, written, rows, newest, charged } = parted()

const withSource = async <Result>(logSource: string, use: (source: Source) => Result | Promise<Result>) => {
  const source = await openSource(main, { withLogs: true, logSource })
  try {
    return await use(source)
  } finally {
    source.close()
  }
}

for (const { kind, open } of databases())
  describe(`a log apart, into ${kind}`, () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await open()
    })
    afterEach(() => database.close())

    test.each(Object.entries(forms))(
      'as %s comes as history, by a window, once, and is proved',
      async (_, logSource) => {
        const target = { storage: database.storage, secrets }
        await withSource(logSource, async source => {
          const since = newest - 86_400
          const part = await moveIn(target, source, { ...OPTIONS, logs: since })
          expect([holds(part.proof), part.proof.logs.here > 0, part.proof.logs.here < rows]).toEqual([true, true, true])
          expect((await moveIn(target, source, OPTIONS)).proof.logs).toEqual({ source: rows, here: rows })
          const again = await moveIn(target, source, OPTIONS)
          expect([again.wasHere, again.proof.logs.here]).toEqual([true, rows])
          expect(holds((await verify(target, source)).proof)).toBe(true)
        })
        const { log } = await database.storage.db
          .selectFrom('logs')
          .select(({ fn }) => fn.sum<number>('quota').as('log'))
          .where('type', '=', 2)
          .executeTakeFirstOrThrow()
        expect(Number(log)).toBe(charged)
      },
    )
  })

test.each<[string, () => string, RegExp]>([
  [
    'CSV cut within a quoted cell',
    () => written('cut.csv', csv.slice(0, csv.lastIndexOf('"') - 3)),
    /truncated: it ends within a row/,
  ],
  ['CSV cut within a row', () => written('short.csv', csv.slice(0, csv.indexOf(',', csv.length - 400))), /truncated/],
  [
    'JSON cut within a row',
    () => written('cut.jsonl', json.slice(0, -9)),
    /truncated or damaged: line \d+ is not a JSON/,
  ],
  [
    'a table without its columns',
    () => written('few.csv', 'created_at,type,user_id,quota\n1,2,3,4\n'),
    /it lacks content, username/,
  ],
  ['another table', () => written('other.csv', 'day,visitors\n1,2\n'), /nor an export of the table logs/],
  ['a database without a log', () => written('none.db', emptyDatabase()), /it has no table logs/],
])('%s is refused with one sentence', async (_, make, sentence) => {
  expect(await withSource(make(), generationOf).catch((error: Error) => error.message)).toMatch(sentence)
})

function emptyDatabase(): Uint8Array {
  const database = new Database(':memory:')
  database.run('create table other (id integer)')
  return database.serialize()
}
