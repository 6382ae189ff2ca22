import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { otherGateway } from '../../test/support/other-gateways.ts'
import { makeSecrets } from '../platform/secrets/secrets.ts'
import { moveIn } from './move-in.ts'
import { openSource } from './sources/open-source.ts'

const secrets = makeSecrets('the secret key of this test')
const OPTIONS = { isDryRun: false, into: 'empty', prices: 'source', logs: null, now: 1_800_000_000 } as const
const BETWEEN = { vip: { default: 0.8 } }

for (const { kind, open } of databases())
  describe(`groups of new-api, imported into ${kind}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-groups-'))
    const file = join(folder, 'old.db')
    let whole: Uint8Array
    let database: TestDatabase
    beforeAll(async () => {
      whole = Bun.zstdDecompressSync(await Bun.file(otherGateway('new-api-2026-sqlite').file).bytes())
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    beforeEach(async () => {
      database = await open()
    })

    /** Imports the source with these options of its own and one token of *auto*. Returns the token's group and the options here. */
    async function imported(options: Record<string, unknown>) {
      writeFileSync(file, whole)
      const old = new Database(file)
      old.run('pragma journal_mode = delete')
      old.run("delete from options where key in ('AutoGroups', 'GroupGroupRatio')")
      for (const [key, value] of Object.entries(options))
        old.query('insert or replace into options (key, value) values (?, ?)').run(key, JSON.stringify(value))
      const token =
        old.query<{ id: number }, []>('select min(id) as id from tokens where deleted_at is null').get()?.id ?? 0
      old.query('update tokens set "group" = \'auto\' where id = ?').run(token)
      old.close()
      const source = await openSource(file, { withLogs: false })
      const { notes } = await moveIn({ storage: database.storage, secrets }, source, OPTIONS)
      source.close()
      const { db } = database.storage
      const rows = await db.selectFrom('options').select(['key', 'value']).execute()
      const of = (key: string) => JSON.parse(rows.find(row => row.key === key)?.value ?? 'null')
      const row = await db.selectFrom('tokens').select('group').where('id', '=', token).executeTakeFirst()
      await database.close()
      return { group: row?.group, order: of('AutoGroups'), between: of('GroupGroupRatio'), notes }
    }

    test('keep their ratios to each other and the order of auto', async () => {
      const { group, order, between } = await imported({ GroupGroupRatio: BETWEEN, AutoGroups: ['vip', 'default'] })
      expect({ group, order, between }).toEqual({ group: 'auto', order: ['vip', 'default'], between: BETWEEN })
    })

    test('get new-api’s own order if it was never changed, and a note says so', async () => {
      const { group, order, notes } = await imported({})
      expect({ group, order }).toEqual({ group: 'auto', order: ['default'] })
      expect(notes.map(({ text }) => text)).toContain(
        'The order of the group “auto” is new-api’s own, as its option was never changed.',
      )
    })

    test('are the user’s for a token of auto where the order was emptied', async () => {
      const { group, notes } = await imported({ AutoGroups: [] })
      expect(group).toBe('')
      expect(notes.map(({ text }) => text)).toContain('The group “auto” is not known here: the token has its user’s.')
    })
  })
