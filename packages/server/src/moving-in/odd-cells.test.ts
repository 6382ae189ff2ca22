import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { databases } from '../../test/support/databases.ts'
import { otherGateway } from '../../test/support/other-gateways.ts'
import { makeSecrets } from '../platform/secrets/secrets.ts'
import { moveIn } from './move-in.ts'
import { holds } from './proof/proof.ts'
import { openSource } from './sources/open-source.ts'
import { SourceProblem } from './sources/problem.ts'

const secrets = makeSecrets('the secret key of this test')
const SEED = 30
const SOURCES = 8
const TABLES = ['users', 'tokens', 'channels', 'options', 'redemptions', 'top_ups', 'tasks', 'midjourneys', 'two_fas']

/** What no gateway writes, but a database holds after years of repairs by hand. */
const odd = fc.oneof(
  fc.constantFrom(null, '', ' x ', '0', '-0', -1, 7, 3.5, 1e15, 2_147_483_648, 'NaN', 'Infinity', 'true', '2026-01-01'),
  fc.constantFrom('[]', '{}', 'null', '{"a":', '[1,2]', '{"a":{"b":[null]}}', '1,2,3', 'a,,b, ,a', 'a\0b', '💥'),
  fc.constantFrom('x'.repeat(5_000), "'; drop table users; --"),
)
const change = fc.record({ table: fc.constantFrom(...TABLES), column: fc.nat(60), row: fc.nat(20), odd })

for (const { kind, open } of databases())
  test.each(['one-api-sqlite', 'new-api-2026-sqlite'])(
    `%s with odd cells comes to ${kind} with a proof that holds, or is refused with a sentence (seed ${SEED})`,
    async name => {
      const { storage, close } = await open()
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-odd-'))
      const file = join(folder, 'old.db')
      const whole = Bun.zstdDecompressSync(await Bun.file(otherGateway(name).file).bytes())
      for (const changes of fc.sample(fc.array(change, { minLength: 1, maxLength: 4 }), {
        seed: SEED,
        numRuns: SOURCES,
      })) {
        writeFileSync(file, whole)
        for (const one of changes) oddly(file, one)
        const source = await openSource(file, { withLogs: false })
        const options = { isDryRun: true, into: 'empty', prices: 'source', logs: null, now: 1_796_000_000 } as const
        const outcome = await moveIn({ storage, secrets }, source, options).then(
          ({ proof }) => holds(proof),
          (error: unknown) => (error instanceof SourceProblem ? 'refused' : error),
        )
        source.close()
        expect([true, 'refused'], JSON.stringify(changes)).toContain(outcome as 'refused')
      }
      rmSync(folder, { recursive: true, force: true })
      await close()
    },
    60_000,
  )

function oddly(
  file: string,
  { table, column, row, odd }: typeof change extends fc.Arbitrary<infer Change> ? Change : never,
) {
  const database = new Database(file)
  database.run('pragma journal_mode = delete')
  const columns = database.query<{ name: string }, []>(`select name from pragma_table_info('${table}')`).all()
  const { name } = columns[column % columns.length] ?? { name: 'id' }
  // a family may lack the table, and a column may be unique or not null
  if (name !== 'id')
    database
      .query(
        `update or ignore "${table}" set "${name}" = ? where rowid in (select rowid from "${table}" limit 1 offset ?)`,
      )
      .run(odd, row)
  database.close()
}
