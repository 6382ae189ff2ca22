import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, Page, Token } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import {
  beginResponse,
  endResponse,
  type RealtimeUpstream,
  silence,
  startRealtimeUpstream,
} from '../../../test/support/realtime-upstream.ts'
import { until } from '../../../test/support/until.ts'

const MODEL = 'gpt-realtime'
/** The hold of a response: 500 tokens at 2, and half a minute of speech at 32. */
const HOLD = 500 * 2 + 30 * 20 * 32
/** The cost of a second: ten tokens at 16. */
const SECOND = 10 * 16
const APPEND = 'input_audio_buffer.append'

for (const { kind, open } of databases()) {
  describe(`a speaking client on ${kind}`, () => {
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

    /** Makes the upstream detect the end of a sentence after this many seconds and answer at once. */
    function answerAfter(sentenceSeconds: number) {
      let seconds = 0
      const heard = { seconds: 0 }
      upstream.answer = (event, socket) => {
        if (event.type !== APPEND) return
        const said = Buffer.from(String(event.audio), 'base64').length / 48_000
        seconds += said
        heard.seconds += said
        if (seconds < sentenceSeconds) return
        seconds = 0
        const usage = {
          input_tokens: 10 * heard.seconds,
          input_token_details: { audio_tokens: 10 * heard.seconds },
          output_tokens: 20,
          output_token_details: { audio_tokens: 20 },
        }
        endResponse(socket, beginResponse(socket), { status: 'completed', usage })
      }
      return heard
    }
    const remaining = async (id: number) => {
      const { items } = await gateway.consoleCall<Page<Token>>('GET', '/api/token/?p=1&size=100')
      return items.find(token => token.id === id)?.remain_quota ?? Number.NaN
    }
    const rowsOf = async (name: string) =>
      (await gateway.consoleCall<Page<Log>>('GET', `/api/log/?p=1&page_size=100&token_name=${name}`)).items

    test('is heard only as far as the wallet can pay for an answer', async () => {
      const heard = answerAfter(60)
      const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: HOLD + 10 * SECOND })
      const client = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, token.bearer)
      await client.hears('session.created')
      for (let second = 0; second < 60; second++) client.say({ type: APPEND, audio: silence(1) })
      expect(await client.ends()).toEqual({ code: 1008, reason: 'token_quota_insufficient' })
      expect(client.events.map(({ type }) => type)).toEqual(['session.created', 'error'])
      expect(heard.seconds).toBeWithin(5, 11)
      await until(
        () => remaining(token.id),
        left => left === HOLD + 10 * SECOND,
      )
    })

    test('gets answers that the upstream begins by itself, each paid for, until the wallet is empty', async () => {
      answerAfter(2)
      const name = `speaker-${kind}`
      const money = HOLD + 60 * SECOND
      const token = await gateway.makeToken({ name, unlimited_quota: false, remain_quota: money })
      const client = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, token.bearer)
      client.socket.addEventListener('message', ({ data }) => {
        if (!/"(session\.created|response\.done)"/.test(String(data))) return
        for (let second = 0; second < 2; second++) client.say({ type: APPEND, audio: silence(1) })
      })
      expect(await client.ends()).toEqual({ code: 1008, reason: 'token_quota_insufficient' })
      const rows = await rowsOf(name)
      const paid = rows.reduce((sum, { quota }) => sum + quota, 0)
      expect(rows.length).toBeGreaterThan(2)
      expect(paid).toBeWithin(1, money)
      await until(
        () => remaining(token.id),
        left => left === money - paid,
      )
    })
  })
}
