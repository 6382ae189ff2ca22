import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { draftPrices } from '../../money/pricing/draft-prices.ts'
import { makeChangeEvents } from '../../platform/cluster/change-events.ts'
import { loadOptions } from '../../platform/options/index.ts'
import { optionStore } from '../../platform/options/store.ts'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import { type MoveInOptions, moveIn } from '../move-in.ts'
import { openSource } from '../sources/open-source.ts'
import type { Source } from '../sources/source.ts'
import { generationOf } from '../tables/generation.ts'
import { shadowOf } from './command.ts'
import { shadow } from './shadow.ts'

const secrets = makeSecrets('the secret key of this test')
const OPTIONS: MoveInOptions = { isDryRun: false, into: 'empty', prices: 'source', logs: null, now: 1_800_000_000 }
const WHOLE = { after: 0, since: 0 }
const SOURCES = [
  ['one-api-sqlite', 5_009, 'some'],
  ['one-api-postgres/dump.sql', 3_613, 'some'],
  ['new-api-2025-postgres/dump.sql', 3_612, 'some'],
  ['new-api-2026-sqlite', 4_990, 'none'],
  ['new-api-2026-mariadb', 3_033, 'none'],
] as const

for (const { kind, open } of databases()) {
  describe(`calls of another gateway, charged by the prices of a site on ${kind}`, () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await open()
    })
    afterEach(() => database.close())

    async function termsOf() {
      const log = pino({ level: 'silent' })
      const options = await loadOptions(optionStore(database.storage.db, secrets), makeChangeEvents(log), log)
      return { prices: draftPrices(options, {}), quotaPerUnit: options.get('QuotaPerUnit') }
    }

    async function imported(name: string, use: (source: Source) => Promise<void>): Promise<void> {
      const source = await openSource(otherGateway(name).file, { withLogs: true })
      try {
        await moveIn({ storage: database.storage, secrets }, source, OPTIONS)
        await use(source)
      } finally {
        source.close()
      }
    }

    test.each(SOURCES)(
      'of %s each of %i costs the same by the imported prices, %s of them a unit apart',
      async (name, calls, apart) => {
        await imported(name, async source => {
          const shadowed = await shadow(source, generationOf(source), await termsOf(), WHOLE)
          const { total, differing, not_replayed, rows, rounded } = shadowed
          expect({ calls: total.calls, differing, not_replayed, rows }).toEqual({
            calls,
            differing: 0,
            not_replayed: [],
            rows: [],
          })
          expect(total.quota).toBe(total.booked)
          // The two programs round these calls differently.
          expect(rounded > 0 ? 'some' : 'none').toBe(apart)
        })
      },
    )

    test('a dearer model and a group with another ratio are reported by model, user and row', async () => {
      await imported('new-api-2026-sqlite', async source => {
        const store = optionStore(database.storage.db, secrets)
        const author = { userId: 0, now: OPTIONS.now }
        const ratios = JSON.parse((await store.load()).find(({ key }) => key === 'ModelRatio')?.text ?? '{}')
        await store.save('ModelRatio', JSON.stringify({ ...ratios, 'gpt-4o': ratios['gpt-4o'] * 2 }), author)
        const dearer = await shadow(source, generationOf(source), await termsOf(), WHOLE)
        expect(dearer.models[0]).toMatchObject({ key: 'gpt-4o' })
        expect(dearer.models[0]?.quota).toBeGreaterThan(dearer.models[0]?.booked ?? 0)
        expect(dearer.models.filter(({ booked, quota }) => booked !== quota)).toHaveLength(1)
        expect(dearer.rows.every(({ model_name }) => model_name === 'gpt-4o')).toBe(true)
        await store.save('GroupRatio', '{}', author)
        const { users, groups } = await shadow(source, generationOf(source), await termsOf(), WHOLE)
        expect(groups.some(({ key, booked, quota }) => key === 'vip' && quota > booked)).toBe(true)
        expect(users.some(({ booked, quota }) => quota > booked)).toBe(true)
      })
    })

    test('only rows after an id are read, and calls of a model without a price are counted', async () => {
      await imported('one-api-sqlite', async source => {
        const whole = await shadow(source, generationOf(source), await termsOf(), WHOLE)
        const none = await shadow(source, generationOf(source), await termsOf(), { ...WHOLE, after: whole.last_id })
        expect([none.total.calls, none.last_id]).toEqual([0, whole.last_id])
        const store = optionStore(database.storage.db, secrets)
        await store.save('ModelRatio', '{}', { userId: 0, now: OPTIONS.now })
        const { not_replayed } = await shadow(source, generationOf(source), await termsOf(), WHOLE)
        expect(not_replayed).toMatchObject([{ reason: 'no_price' }])
      })
    })

    test('the command reads a running gateway’s file, says whether to switch, and exits accordingly', async () => {
      await imported('one-api-sqlite', async source => {
        const { filename } = source.database
        const run = async (...words: string[]) => {
          const said: string[] = []
          const site = { storage: database.storage, secrets, close: async () => undefined }
          const code = await shadowOf([filename, ...words], { open: async () => site, say: line => said.push(line) })
          return { code, said: said.join('\n') }
        }
        expect(await run()).toMatchObject({ code: 0, said: expect.stringContaining('all 5009 calls cost the same') })
        const json = await run('--json')
        expect(JSON.parse(json.said)).toMatchObject({ differing: 0, total: { calls: 5_009 } })
        const store = optionStore(database.storage.db, secrets)
        await store.save('GroupRatio', '{"default":3}', { userId: 0, now: OPTIONS.now })
        expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Do not switch yet') })
        expect(run('--after', 'x')).rejects.toThrow('--after is a whole number')
      })
    })
  })
}
