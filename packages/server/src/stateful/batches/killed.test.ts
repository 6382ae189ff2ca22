import { describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { startBatchUpstream } from '../../../test/support/batch-upstream.ts'
import { databases } from '../../../test/support/databases.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'

const completion = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
}
/** At half the price. */
const COST = (100 + 20 * 4) / 2
const REQUESTS = 3

const requests = Array.from({ length: REQUESTS }, (_, index) =>
  JSON.stringify({
    custom_id: `${index}`,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'gpt-b', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
  }),
).join('\n')

/** The upstream call during which the process dies, and what the batch costs in the end. */
const POINTS: [call: string, cost: number][] = [
  ['POST /v1/batches', 0],
  ['GET /v1/batches/*', REQUESTS * COST],
  ['GET /v1/files/*/content', REQUESTS * COST],
]

for (const { kind, open } of databases()) {
  describe(`a gateway killed on ${kind}`, () => {
    test('while a batch is created, polled or settled charges it once or refunds it once', async () => {
      const database = await open()
      const { db } = database.storage
      const upstream = startBatchUpstream(() => completion)
      const port = await freePort()
      let gateway = await startGatewayProcess(database.place, port, { program: mortalGateway() })
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'gpt-b' })
      await operator.setOption('ModelRatio', JSON.stringify({ 'gpt-b': 1 }))
      await operator.setOption('CompletionRatio', JSON.stringify({ 'gpt-b': 4 }))
      const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 1_000_000 })
      const send = (path: string, body: FormData | string) =>
        fetch(gateway.url + path, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body })
      const capNow = async () =>
        (await db.selectFrom('tokens').select('remain_quota').executeTakeFirstOrThrow()).remain_quota
      const makeDue = () =>
        db.updateTable('relay_batches').set({ poll_at: 0 }).where('state', '!=', 'settled').execute()
      const askNow = () => operator.consoleCall('POST', '/api/jobs/batches/run').catch(() => 'runs already')
      /** Ends the leases of a dead node's jobs. */
      const endLeases = () => db.updateTable('jobs').set({ lease_until: 0 }).execute()

      for (const [point, cost] of POINTS) {
        const before = await capNow()
        const form = new FormData()
        form.set('purpose', 'batch')
        form.set('file', new File([requests], 'a.jsonl'))
        const file = (await (await send('/v1/files', form)).json()) as { id: string }

        const reached = Promise.withResolvers<void>()
        const reach = (call: string) => {
          if (call !== point) return undefined
          reached.resolve()
          return new Promise(() => undefined)
        }
        const asked = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' }
        if (point.startsWith('POST')) upstream.holdBack(reach)
        const making = send('/v1/batches', JSON.stringify(asked)).catch(() => 'cut off')
        if (!point.startsWith('POST')) {
          await making
          upstream.finish()
          await makeDue()
          upstream.holdBack(reach)
          await askNow()
        }
        await reached.promise
        expect(await capNow()).toBeLessThan(before - REQUESTS * COST)
        await gateway.kill()
        expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])

        upstream.holdBack(() => undefined)
        await endLeases()
        gateway = await startGatewayProcess(database.place, port, { program: mortalGateway() })
        await makeDue()
        await until(
          async () => {
            await askNow()
            return db.selectFrom('relay_batches').select('id').where('state', '!=', 'settled').execute()
          },
          open => open.length === 0,
          20_000,
        )
        expect({ point, cost: before - (await capNow()) }).toEqual({ point, cost })
      }
      const rows = await db.selectFrom('logs').select(['type', 'quota']).where('type', '=', LOG_TYPE.consume).execute()
      expect(rows.map(({ quota }) => quota)).toEqual([REQUESTS * COST, REQUESTS * COST])
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      await gateway.kill()
      await upstream.stop()
      await database.close()
    }, 120_000)
  })
}
