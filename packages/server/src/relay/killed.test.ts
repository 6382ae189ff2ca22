import { describe, expect, test } from 'bun:test'
import { integer, sample } from 'fast-check'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { audit } from '../ledger/audit.ts'
import { databases } from '../testing/databases.ts'
import { startEvilUpstream } from '../testing/evil-upstream.ts'
import { setUpGateway } from '../testing/gateway.ts'
import { startGatewayProcess } from '../testing/gateway-process.ts'
import { until } from '../testing/until.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const SEED = Number(process.env.KILL_SEED ?? 20_261_121)
const CLIENTS = 40

for (const { kind, open } of databases()) {
  describe(`a gateway killed under load on ${kind}`, () => {
    test(`has charged every answer a client received in full, once (seed ${SEED}, ${ROUNDS} rounds)`, async () => {
      const database = await open()
      const upstream = await startEvilUpstream()
      const port = await freePort()
      let gateway = await startGatewayProcess(database.place, port)
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      await operator.setOption('ModelRatio', JSON.stringify({ good: 1 }))
      const { bearer } = await operator.makeToken()
      const receivedInFull: string[] = []

      for (const delayMs of sample(integer({ min: 50, max: 700 }), { numRuns: ROUNDS, seed: SEED })) {
        const load = Promise.all(
          Array.from({ length: CLIENTS }, (_, client) => callUntilGone(gateway.url, bearer, client)),
        )
        await Bun.sleep(delayMs)
        await gateway.kill()
        receivedInFull.push(...(await load).flat())
        gateway = await startGatewayProcess(database.place, port)
      }

      const { db } = database.storage
      const holds = () => db.selectFrom('holds').selectAll().execute()
      // PostgreSQL nodes take one another for dead only after a while.
      await until(holds, left => left.length === 0, 60_000)
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      const rows = await db.selectFrom('logs').select(['request_id', 'quota']).where('type', '=', 2).execute()
      const charged = Map.groupBy(rows, row => row.request_id)
      expect(receivedInFull.length).toBeGreaterThan(CLIENTS)
      expect(receivedInFull.filter(id => charged.get(id)?.length !== 1 || charged.get(id)?.[0]?.quota === 0)).toEqual(
        [],
      )

      await gateway.kill()
      await upstream.stop()
      await database.close()
    }, 600_000)
  })
}

/** Calls again and again, streamed and whole by turns, until the gateway is gone; answers the ids of what came in full. */
async function callUntilGone(url: string, bearer: string, client: number): Promise<string[]> {
  const received: string[] = []
  for (let turn = 0; ; turn++) {
    const stream = (client + turn) % 2 === 0
    const id = `client-${client}-${crypto.randomUUID()}`
    try {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
        body: JSON.stringify({ model: 'good', stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      const text = await response.text()
      if (response.ok && (stream ? text.endsWith('data: [DONE]\n\n') : JSON.parse(text).usage)) received.push(id)
    } catch {
      return received
    }
  }
}
