import { describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { integer, sample } from 'fast-check'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { untilEachNoted } from '../../../test/support/noted.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { journalsIn } from '../../platform/storage/journal-files.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const SEED = Number(process.env.KILL_SEED ?? 20_261_121)
const CLIENTS = Number(process.env.KILL_CLIENTS ?? 40)
const LATEST_MS = Number(process.env.KILL_LATEST_MS ?? 700)

for (const { kind, open } of databases()) {
  describe(`a gateway killed under load on ${kind}`, () => {
    test(`has charged every fully received answer exactly once (seed ${SEED}, ${ROUNDS} rounds)`, async () => {
      const database = await open()
      const upstream = await startEvilUpstream()
      const ports = await Promise.all([freePort(), freePort()])
      const start = (port: number) => startGatewayProcess(database.place, port, { program: mortalGateway() })
      let gateway = await start(ports[0])
      // SQLite allows only one node.
      const neighbour = kind === 'postgres' ? await start(ports[1]) : null
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good,half-frame' })
      await operator.setOption('ModelRatio', JSON.stringify({ good: 1, 'half-frame': 1 }))
      const { bearer } = await operator.makeToken()
      const receivedInFull: string[] = []

      for (const [round, delayMs] of sample(integer({ min: 50, max: LATEST_MS }), {
        numRuns: ROUNDS,
        seed: SEED,
      }).entries()) {
        if (round > 0) gateway = await start(ports[0])
        upstream.requests.length = 0
        const killed = new AbortController()
        const stuck: string[] = []
        const load = Array.from({ length: CLIENTS }, (_, client) =>
          callUntil(killed.signal, { url: gateway.url, bearer, receivedInFull, stuck }, client),
        )
        const elsewhere = neighbour
          ? [callUntil(killed.signal, { url: neighbour.url, bearer, receivedInFull, stuck }, 0)]
          : []
        const before = receivedInFull.length
        await until(
          async () => receivedInFull.length - before,
          received => received >= CLIENTS,
          60_000,
        )
        await untilEachNoted(database.place.DATA_DIR, stuck)
        await Bun.sleep(delayMs)
        await gateway.kill()
        killed.abort()
        await Promise.all([...load, ...elsewhere])
      }
      // Its lease is returned by its restart or by its neighbour.
      if (!neighbour) gateway = await start(ports[0])

      const { db } = database.storage
      await until(
        async () => ({
          nodes: await db.selectFrom('nodes').select('id').execute(),
          journals: journalsIn(database.place.DATA_DIR),
        }),
        ({ nodes, journals }) => nodes.length === 1 && journals.every(node => nodes[0]?.id === node),
        20_000,
      )
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      const rows = await db.selectFrom('logs').select(['request_id', 'type', 'quota', 'content']).execute()
      const charged = Map.groupBy(
        rows.filter(row => row.type === LOG_TYPE.consume),
        row => row.request_id,
      )
      expect(receivedInFull.filter(id => charged.get(id)?.length !== 1 || charged.get(id)?.[0]?.quota === 0)).toEqual(
        [],
      )
      const givenBack = rows.filter(row => row.content.startsWith('The server stopped while this request was running'))
      expect(givenBack.length).toBeGreaterThanOrEqual(ROUNDS)
      expect(givenBack.filter(row => charged.has(row.request_id))).toEqual([])

      await gateway.kill()
      await neighbour?.kill()
      await upstream.stop()
      await database.close()
    }, 3_600_000)
  })
}

/**
 * Calls until the gateway is gone or the signal is aborted, alternately streamed and whole. Every fifth client is always stuck
 * in the middle of a stream. Notes the ids of fully received answers.
 */
async function callUntil(
  over: AbortSignal,
  { url, bearer, receivedInFull, stuck }: { url: string; bearer: string; receivedInFull: string[]; stuck: string[] },
  client: number,
): Promise<void> {
  const model = client % 5 === 4 ? 'half-frame' : 'good'
  for (let turn = 0; !over.aborted; turn++) {
    const stream = model !== 'good' || (client + turn) % 2 === 0
    const id = `client-${client}-${crypto.randomUUID()}`
    if (model !== 'good') stuck.push(id)
    try {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
        body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      const text = await response.text()
      if (response.ok && (stream ? text.endsWith('data: [DONE]\n\n') : JSON.parse(text).usage)) receivedInFull.push(id)
    } catch {
      return
    }
  }
}
