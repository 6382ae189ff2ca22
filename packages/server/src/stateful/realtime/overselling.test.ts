import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, Page, Token, User } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '../../../test/support/realtime-upstream.ts'

const MODEL = 'gpt-realtime'
const SESSIONS = 20
/** The cost of one of the test upstream's responses. */
const COST = 3_388
/** The hold for one: 500 tokens at 2, and half a minute of speech at 32. */
const HOLD = 500 * 2 + 30 * 20 * 32
const MONEY = 3 * HOLD + 5 * COST

for (const { kind, open } of databases()) {
  describe(`${SESSIONS} sessions at once on ${kind}`, () => {
    let database: TestDatabase
    let upstream: RealtimeUpstream
    let gateway: TestGateway

    beforeAll(async () => {
      database = await open()
      upstream = await startRealtimeUpstream()
      gateway = await startGateway(database.place.DATABASE_URL)
      await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const balance = async () => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota
    const remaining = async (id: number) => {
      const { items } = await gateway.consoleCall<Page<Token>>('GET', '/api/token/?p=1&size=100')
      return items.find(token => token.id === id)?.remain_quota ?? -1
    }

    test('with money for a few spend it to the last whole response, and no more', async () => {
      const token = await gateway.makeToken({ name: 'few', unlimited_quota: false, remain_quota: MONEY })
      const before = await balance()
      const clients = Array.from({ length: SESSIONS }, () => {
        const client = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, token.bearer)
        client.socket.addEventListener('message', ({ data }) => {
          if (/"(session\.created|response\.done)"/.test(String(data))) client.say({ type: 'response.create' })
        })
        return client
      })
      const ends = await Promise.all(clients.map(client => client.ends()))
      const { items } = await gateway.consoleCall<Page<Log>>('GET', '/api/log/?p=1&page_size=100&token_name=few')
      const quotas = items.map(row => row.quota).filter(quota => quota > 0)
      const left = await remaining(token.id)

      expect(new Set(quotas)).toEqual(new Set([COST]))
      expect(left).toBe(MONEY - quotas.length * COST)
      expect(left).toBeWithin(0, HOLD)
      expect(before - (await balance())).toBe(quotas.length * COST)

      const opened = clients.filter(({ events }) => events.length > 0)
      expect(opened.length).toBeWithin(1, SESSIONS)
      for (const { events, closed } of opened) {
        expect(events.at(-1)).toMatchObject({ error: { type: 'insufficient_quota', code: 'token_quota_insufficient' } })
        expect(closed).toEqual({ code: 1008, reason: 'token_quota_insufficient' })
      }
      // The others were refused during the handshake.
      expect(ends.filter(({ reason }) => reason === '')).toHaveLength(SESSIONS - opened.length)
    })
  })
}
