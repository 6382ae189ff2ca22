import { describe, expect, test } from 'bun:test'
import { type EndedBy, LOG_TYPE, type LogOther } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import type { DeadlyPoint } from '../../../test/support/mortal-gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'

interface Row {
  type: number
  isCharged: boolean
  code: string | undefined
  /** Its cell in the table of charges. */
  endedBy: EndedBy
}

const GIVEN_BACK: Row = { type: LOG_TYPE.error, isCharged: false, code: 'server_stopped', endedBy: 'killed' }
const CHARGED: Row = { type: LOG_TYPE.consume, isCharged: true, code: undefined, endedBy: 'complete' }

/** The call's log row afterwards; null: depends on whether the commit was in time. */
const POINTS: Record<DeadlyPoint, Row | null> = {
  'between the hold and the call upstream': GIVEN_BACK,
  'between the last byte and the settlement': GIVEN_BACK,
  'while the settlement is committed': null,
  'between the settlement and the last bytes': CHARGED,
}

/** The expected row: charged or refunded, like the one found. */
const eitherOf = ([found]: Row[]) => (found?.isCharged ? CHARGED : GIVEN_BACK)

/** Ways to make a call. */
const MANNERS = ['whole', 'streamed', 'socket'] as const
type Manner = (typeof MANNERS)[number]

/** Resolves with the whole answer, or `cut off`. */
type Ask = (url: string, bearer: string, id: string, manner: Manner) => Promise<string>

const byPost: Ask = (url, bearer, id, manner) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
    body: JSON.stringify({
      model: 'good',
      stream: manner === 'streamed',
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
    .then(response => response.text())
    .catch(() => 'cut off')

const overSocket: Ask = async (url, bearer, id) => {
  const headers = { authorization: `Bearer ${bearer}`, 'x-request-id': id }
  const client = openRealtime(`${url}/v1/responses`, null, { headers } as Bun.WebSocketOptions)
  client.socket.addEventListener('open', () =>
    client.say({ type: 'response.create', model: 'alias', input: 'Hello', store: false }),
  )
  await client.ends()
  return client.events.some(({ type }) => type === 'response.completed') ? 'answered' : 'cut off'
}

/** Asks over a WebSocket. Resolves after this many events, or at the end. */
async function askUntil({ url }: { url: string }, bearer: string, id: string, events: number) {
  const headers = { authorization: `Bearer ${bearer}`, 'x-request-id': id }
  const client = openRealtime(`${url}/v1/responses`, null, { headers } as Bun.WebSocketOptions)
  await new Promise(resolve => client.socket.addEventListener('open', resolve))
  client.say({ type: 'response.create', model: 'alias', input: 'Hello', store: false })
  const isComplete = () => client.events.some(({ type }) => type === 'response.completed')
  await until(
    async () => client.events.length,
    length => length >= events || isComplete(),
  )
  return { events: client.events.length, isComplete: isComplete() }
}

for (const { kind, open } of databases()) {
  describe(`a gateway killed on ${kind}`, () => {
    test('at any point between the hold and the last bytes charges or refunds the call, never both', async () => {
      const database = await open()
      const upstream = await startEvilUpstream()
      const port = await freePort()
      const healthy = await startGatewayProcess(database.place, port)
      const operator = await setUpGateway(healthy.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      // Takes only Chat, so that requests over the socket are converted.
      const chat = { type: 8, base_url: `${upstream.url}/v1/chat/completions`, models: 'alias' }
      await operator.makeChannel({ ...chat, model_mapping: '{"alias":"good"}' })
      await operator.setOption('ModelRatio', JSON.stringify({ good: 1, alias: 1 }))
      const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 1_000_000 })
      await healthy.kill()

      const calls = (Object.entries(POINTS) as [DeadlyPoint, Row | null][]).flatMap(([point, row]) =>
        MANNERS.map(manner => ({ point, row, manner, id: crypto.randomUUID() })),
      )
      for (const { point, manner, id } of calls) {
        const gateway = await startGatewayProcess(database.place, port, { program: mortalGateway(point) })
        const answer = await (manner === 'socket' ? overSocket : byPost)(gateway.url, bearer, id, manner)
        expect({ point, answer, exitCode: await gateway.ended }).toEqual({ point, answer: 'cut off', exitCode: null })
      }

      const { db } = database.storage
      // On SQLite, the next node settles old calls as it starts; on PostgreSQL, it finds the other nodes dead.
      const next = await startGatewayProcess(database.place, port, { program: mortalGateway() })
      const logs = await until(
        () =>
          db
            .selectFrom('logs')
            .select(['request_id', 'type', 'quota', 'other'])
            .where('type', 'in', [LOG_TYPE.consume, LOG_TYPE.error])
            .execute(),
        rows => rows.length >= calls.length,
        60_000,
      )
      const rowsOf = (id: string) =>
        logs
          .filter(log => log.request_id === id)
          .map(({ type, quota, other }): Row => {
            const { error_code: code, charge_rule }: LogOther = JSON.parse(other)
            return { type, isCharged: quota > 0, code, endedBy: charge_rule?.ended_by ?? 'complete' }
          })
      const idOf = ({ manner, id }: (typeof calls)[number]) => (manner === 'socket' ? `${id}-1` : id)
      expect(calls.map(call => ({ ...call, rows: rowsOf(idOf(call)) }))).toEqual(
        calls.map(call => ({ ...call, rows: [call.row ?? eitherOf(rowsOf(idOf(call)))] })),
      )
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      await next.kill()
      await upstream.stop()
      await database.close()
    }, 180_000)

    // On PostgreSQL each start waits for dead nodes, so only the points above run on both.
    if (kind === 'sqlite')
      test('after any event that a socket’s client received leaves at most one row, which is charged if the client got all', async () => {
        const database = await open()
        const upstream = await startEvilUpstream()
        const port = await freePort()
        const healthy = await startGatewayProcess(database.place, port)
        const operator = await setUpGateway(healthy.url)
        const chat = { type: 8, base_url: `${upstream.url}/v1/chat/completions`, models: 'alias' }
        await operator.makeChannel({ ...chat, model_mapping: '{"alias":"good"}' })
        await operator.setOption('ModelRatio', JSON.stringify({ alias: 1 }))
        const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 1_000_000 })
        const whole = await askUntil(healthy, bearer, crypto.randomUUID(), Number.POSITIVE_INFINITY)
        expect(whole.isComplete).toBe(true)
        await healthy.kill()

        const calls = Array.from({ length: whole.events }, (_, events) => ({ events, id: crypto.randomUUID() }))
        const answers = new Map<string, boolean>()
        for (const { events, id } of calls) {
          const gateway = await startGatewayProcess(database.place, port)
          const answer = askUntil(gateway, bearer, id, events)
          answers.set(id, (await answer).isComplete)
          await gateway.kill()
        }

        const next = await startGatewayProcess(database.place, port)
        const rowsOf = (id: string) =>
          database.storage.db.selectFrom('logs').select(['type', 'quota']).where('request_id', '=', `${id}-1`).execute()
        // On SQLite, leftovers are settled before the next node serves. A very young call leaves no row.
        for (const { events, id } of calls) {
          const rows = await rowsOf(id)
          expect({ events, rows: rows.length }).toEqual({ events, rows: Math.min(1, rows.length) })
          if (answers.get(id)) expect({ events, quota: rows[0]?.quota ?? 0 }).not.toEqual({ events, quota: 0 })
        }
        expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
        await next.kill()
        await upstream.stop()
        await database.close()
      }, 240_000)
  })
}
