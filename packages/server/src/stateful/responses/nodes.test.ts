import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { claude } from '../../../test/support/claude-answer.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { untilNoted } from '../../../test/support/noted.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { audit } from '../../money/ledger/audit.ts'

const MODEL = 'claude-sonnet-4-5'
const PATIENCE_MS = 60_000
/** Machines are slow. */
const HOOK_MS = 60_000

for (const { kind, open } of databases())
  describe(`stored responses between processes on ${kind}`, () => {
    let database: TestDatabase
    let upstream: WireUpstream
    let nodes: GatewayProcess[]
    let operator: Operator
    let bearer: string
    let isHeld = false

    beforeEach(async () => {
      isHeld = false
      database = await open()
      upstream = startWireUpstream(received => (isHeld ? new Promise<Response>(() => undefined) : claude(received)))
      nodes = []
      operator = await setUpGateway((await start()).url)
      await operator.makeChannel({ type: 14, models: MODEL, base_url: upstream.url })
      bearer = (await operator.makeToken({ unlimited_quota: false, remain_quota: 1_000_000 })).bearer
    }, HOOK_MS)
    afterEach(async () => {
      for (const node of nodes) await node.kill()
      await upstream.stop()
      await database.close()
    }, HOOK_MS)

    async function start(): Promise<GatewayProcess> {
      const node = await startGatewayProcess(database.place, await freePort())
      nodes.push(node)
      return node
    }

    const clientOf = ({ url }: GatewayProcess) => new OpenAI({ apiKey: bearer, baseURL: `${url}/v1`, maxRetries: 0 })
    const nodeAt = (at: number) => nodes[at] as GatewayProcess

    test('a killed process leaves its background response failed and uncharged', async () => {
      isHeld = true
      const { data, response } = await clientOf(nodeAt(0))
        .responses.create({ model: MODEL, input: 'Hi', background: true })
        .withResponse()
      await until(
        async () => upstream.requests.length,
        sent => sent > 0,
      )
      await untilNoted(database.place.DATA_DIR)
      await nodeAt(0).kill()
      const heir = await start()
      await database.storage.db.updateTable('stored_responses').set({ seen_at: 1 }).where('id', '=', data.id).execute()
      expect(await clientOf(heir).responses.retrieve(data.id)).toMatchObject({ status: 'failed' })
      const rows = () =>
        database.storage.db
          .selectFrom('logs')
          .select(['type', 'quota'])
          .where('request_id', '=', response.headers.get('x-request-id') ?? '')
          .execute()
      const found = await until(rows, ({ length }) => length > 0, PATIENCE_MS)
      expect(found.map(({ quota }) => quota)).toEqual([0])
      const leased = () => database.storage.db.selectFrom('tokens').select(['remain_quota']).execute()
      expect(await leased()).toEqual([{ remain_quota: 1_000_000 }])
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
    }, 120_000)

    if (kind === 'postgres')
      test('one node can continue what another just answered, even if the client did not mention storing', async () => {
        const [here, there] = [clientOf(nodeAt(0)), clientOf(await start())]
        for (let round = 0; round < 10; round += 1) {
          const { id } = await here.responses.create({ model: MODEL, input: 'Hi' })
          const next = await there.responses.create({ model: MODEL, input: 'And?', previous_response_id: id })
          expect(next.output_text).toBe('3 messages')
        }
        isHeld = true
        const { id } = await here.responses.create({ model: MODEL, input: 'Hi', background: true })
        expect((await there.responses.cancel(id)).status).toBe('cancelled')
        expect((await here.responses.retrieve(id)).status).toBe('cancelled')
      }, 120_000)
  })
