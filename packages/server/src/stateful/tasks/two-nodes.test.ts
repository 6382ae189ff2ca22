import { describe, expect, test } from 'bun:test'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import { startTaskUpstream } from '../../../test/support/vendors/task-upstream.ts'
import { audit } from '../../money/ledger/audit.ts'

const MUSIC = 50_000
const TASKS = 24
const START = 100 * MUSIC

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe(`two nodes on ${kind}`, () => {
    test('submit, see and end each other’s tasks, each once, whichever node polls', async () => {
      const database = await open()
      const { db } = database.storage
      const upstream = startTaskUpstream()
      const nodes = [
        await startGatewayProcess(database.place, await freePort()),
        await startGatewayProcess(database.place, await freePort()),
      ]
      const [first] = nodes
      if (!first) throw new Error('no node')
      const operator = await setUpGateway(first.url)
      await operator.makeChannel({ type: 36, base_url: upstream.url, models: 'suno_music' })
      const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: START })
      const headers = { authorization: `Bearer ${bearer}` }
      const submitOn = async ({ url }: { url: string }) => {
        const body = '{"prompt":"a song"}'
        const response = await fetch(`${url}/suno/submit/music`, { method: 'POST', headers, body })
        return { status: response.status, body: (await response.json()) as { data: string } }
      }
      // The other node learns of the channel within a few seconds.
      const listsOf = async ({ url }: { url: string }) => (await fetch(`${url}/v1/models`, { headers })).text()
      await until(
        () => Promise.all(nodes.map(listsOf)),
        lists => lists.every(list => list.includes('"suno_music"')),
        60_000,
      )
      const made = await Promise.all(Array.from({ length: TASKS }, (_, at) => submitOn(nodes[at % 2] ?? first)))
      expect(made.map(({ status }) => status)).toEqual(Array.from({ length: TASKS }, () => 200))

      upstream.all().forEach((task, at) => {
        Object.assign(task, at % 3 === 0 ? { state: 'succeeded' } : { state: 'failed', reason: 'no' })
      })
      const openRows = async () => {
        await db.updateTable('tasks').set({ poll_at: 0 }).where('is_open', '=', 1).execute()
        // The polling node loses its lease, so the other begins while it still polls.
        await db.updateTable('jobs').set({ lease_until: 0, started_at: 0 }).where('name', '=', 'tasks').execute()
        await Promise.all(
          nodes.map(({ url }) => fetch(`${url}/api/jobs/tasks/run`, { method: 'POST', headers: operator.headers })),
        )
        return db.selectFrom('tasks').select('id').where('is_open', '=', 1).execute()
      }
      await until(openRows, rows => rows.length === 0, 90_000)

      const rows = await db.selectFrom('tasks').selectAll().execute()
      const succeeded = rows.filter(({ status }) => status === 'SUCCESS').length
      const { remain_quota } = await db.selectFrom('tokens').select('remain_quota').executeTakeFirstOrThrow()
      expect(START - remain_quota).toBe(succeeded * MUSIC)
      const refunds = await db.selectFrom('ledger_entries').select('id').where('kind', '=', 'task-refund').execute()
      expect(refunds).toHaveLength(rows.length - succeeded)
      for (const { url } of nodes) {
        const seen = await fetch(`${url}/suno/fetch/${made[0]?.body.data}`, { headers })
        expect(((await seen.json()) as { data: { progress: string } }).data.progress).toBe('100%')
      }
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      for (const node of nodes) await node.kill()
      upstream.stop()
      await database.close()
    }, 240_000)
  })
}
