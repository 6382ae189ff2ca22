import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import { type MoveInOptions, moveIn } from '../move-in.ts'
import { holds } from '../proof/proof.ts'
import { openSource } from '../sources/open-source.ts'
import type { Source } from '../sources/source.ts'
import { exportAs } from './command.ts'

const secrets = makeSecrets('the secret key of this test')
const OPTIONS: MoveInOptions = { isDryRun: false, into: 'empty', prices: 'source', logs: null, now: 1_800_000_000 }

for (const { kind, open } of databases())
  test(`new-api’s own tables accept an export of ${kind}, with the same sums`, async () => {
    const source = await openSource(otherGateway('new-api-2026-sqlite').file, { withLogs: false })
    const first = await open()
    const { proof } = await moveIn({ storage: first.storage, secrets }, source, OPTIONS)
    const lines: string[] = []
    await exportAs({ storage: first.storage, secrets }, 'sqlite', line => lines.push(line))

    const database = new Database(':memory:')
    for (const { sql } of source.database
      .query<{ sql: string }, []>('select sql from sqlite_master where sql is not null')
      .all())
      if (!sql.includes('sqlite_')) database.run(sql)
    database.run(lines.join('\n'))
    const back: Source = { ...source, name: 'back', database, close: () => database.close() }
    const second = await open()
    const again = await moveIn({ storage: second.storage, secrets }, back, OPTIONS)

    expect(holds(again.proof)).toBe(true)
    for (const name of [
      'users',
      'quota',
      'used_quota',
      'request_count',
      'aff_quota',
      'tokens',
      'channels',
      'code_quota',
    ] as const)
      expect([name, again.proof[name]]).toEqual([name, { source: proof[name].here, here: proof[name].here }])
    const keysOf = async ({ storage }: typeof first) =>
      await storage.db.selectFrom('tokens').select(['id', 'key_fingerprint']).orderBy('id').execute()
    expect(await keysOf(second)).toEqual(await keysOf(first))
    source.close()
    await first.close()
    await second.close()
  })
