import { expect, test } from 'bun:test'
import { run as execute } from '../../packages/server/src/platform/storage/statements.ts'
import { endpoints } from '../../packages/server/src/start/app.ts'
import { TEST_NOW, testApp } from '../../packages/server/test/support/app.ts'
import { signedIn } from '../../packages/server/test/support/console-client.ts'
import { databases } from '../../packages/server/test/support/databases.ts'
import { makeOwners } from '../rows/make-owners.ts'
import { spreadLists } from './make-lists.ts'
import { type Asked, questionsOf } from './questions.ts'
import type { ListsMeasured } from './results.ts'
import { withListsPart } from './write-page.ts'

const FEW = 300
const totals = Object.fromEntries(
  ['channels', 'users', 'tokens', 'logs', 'redemptions', 'orders', 'tasks', 'drawings'].map(list => [list, FEW]),
) as Asked['totals']

for (const { kind, open } of databases())
  test(`every question about lists is answered on ${kind}, with rows`, async () => {
    const database = await open()
    const app = await testApp(database)
    const root = await signedIn(app, endpoints, 'root')
    await app.db.connection().execute(async db => {
      const run = async (statement: string) => (await execute<Record<string, unknown>>(db, statement, [])).rows
      await makeOwners(run, TEST_NOW, { users: FEW, channels: FEW })
      await spreadLists(run, TEST_NOW, totals)
    })
    const failed: string[] = []
    for (const { path } of questionsOf({ totals, requestId: 'none', now: TEST_NOW })) {
      const { data, message } = await root('GET', path)
      const { items = data } = (data ?? {}) as { items?: unknown }
      if (!Array.isArray(items)) {
        failed.push(`${path}: ${message}`)
        continue
      }
      if (/\/(channel|user|order|task|mj)\/.*&page_size=100&$/.test(path) && items.length !== 100)
        failed.push(`${path}: ${items.length} rows`)
    }
    expect(failed).toEqual([])
    await database.close()
  }, 60_000)

test('lists have a part of the page for each database', () => {
  const measured = (kind: ListsMeasured['kind'], at: string): ListsMeasured => ({
    kind,
    totals,
    at,
    commit: 'abc',
    machine: { cpu: 'a CPU', cores: 2, memoryGiB: 8, system: 'Linux', bun: '1', load: 0 },
    kinds: [{ kind: 'users, sorted', questions: 1, p50: 5, p95: 150, most: 160, slowest: 'sort=id', failed: 0 }],
    pages: [],
    answered: [],
  })
  const page = [
    measured('sqlite', '2026-01-01'),
    measured('postgres', '2026-01-01'),
    measured('sqlite', '2026-02-02'),
  ].reduce(withListsPart, '<!-- by hand, kept by npm run bench -->\nBy hand.\n')
  expect(page.match(/^## /gm)).toHaveLength(2)
  expect(page).toContain('2026-02-02')
  expect(page).toContain('| users, sorted: p95 | 150 ms | at most 100 | ✗ |')
})
