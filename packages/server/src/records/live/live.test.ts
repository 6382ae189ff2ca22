import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway, signUp } from '../../../test/support/gateway.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { readEnvironment } from '../../platform/process/environment.ts'
import { type RunningServer, startServer } from '../../start/start-server.ts'
import { makeLogSignal } from './log-signal.ts'

interface OpenStream {
  response: Response
  /** The text it received, and whether it has ended. */
  text(): string
  isOver(): boolean
  leave(): void
}

const opened: OpenStream[] = []
async function open(url: string, headers: Record<string, string>): Promise<OpenStream> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  let text = ''
  let isOver = false
  void (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    } catch {
      // This reader has left.
    }
    isOver = true
  })()
  const stream = { response, text: () => text, isOver: () => isOver, leave: () => leaving.abort() }
  opened.push(stream)
  return stream
}
afterEach(() => {
  for (const { leave } of opened.splice(0)) leave()
})

const told = (stream: OpenStream, part: string) =>
  until(
    async () => stream.text(),
    text => text.includes(part),
  )
const ended = (stream: OpenStream) =>
  until(
    async () => stream.isOver(),
    isOver => isOver,
  )

for (const { kind, open: openDatabase } of databases()) {
  describe(`live events on ${kind}`, () => {
    let database: TestDatabase
    let server: RunningServer
    let operator: Operator
    let upstream: ScriptedUpstream
    beforeAll(async () => {
      upstream = await startScriptedUpstream()
      upstream.answer = response =>
        answerJson(response, 200, {
          choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 10, completion_tokens: 2 },
        })
      database = await openDatabase()
      server = await startServer(
        readEnvironment({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', WARM_UP_CALLS: '0', ...database.place }),
      )
      operator = await setUpGateway(server.url.replace(/\/$/, ''))
      await operator.setOption('ModelRatio', '{"test-model":1}')
      await operator.makeChannel({ base_url: upstream.url })
    })
    afterAll(async () => {
      await server.stop()
      await upstream.stop()
      await database.close()
    })

    const at = (path: string, headers = operator.headers) => open(`${operator.url}${path}`, headers)
    const call = async (bearer: string) =>
      (
        await fetch(`${operator.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}` },
          body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: 'Hello' }] }),
        })
      ).text()
    async function person() {
      const user = await signUp(database.storage, ROLE.user)
      await operator.consoleCall('POST', `/api/user/${user.id}/quota`, { mode: 'add', value: 1_000_000 })
      await user.consoleCall(operator.url, 'POST', '/api/token/', { name: 'own', unlimited_quota: true })
      const page = await user.consoleCall<{ items: { key: string }[] }>(operator.url, 'GET', '/api/token/')
      return { ...user, bearer: `sk-${page.items[0]?.key}` }
    }

    test('report a call to its user and to administrators, to no other user, as filtered, and past proxies', async () => {
      const [ann, ben] = [await person(), await person()]
      const ofAnn = await at('/api/log/self/live', ann.headers)
      const ofBen = await at('/api/log/self/live?username=root&userId=1', ben.headers)
      const ofAdmin = await at('/api/log/live?type=2')
      const filtered = await at('/api/log/live?type=2&model_name=another')
      expect(Object.fromEntries(ofAnn.response.headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      await call(ann.bearer)
      await told(ofAnn, 'event: rows\ndata: {"count":1}\n\n')
      await told(ofAdmin, '{"count":1}')
      await call(ben.bearer)
      await told(ofAdmin, '{"count":2}')
      await told(ofBen, '{"count":1}')
      expect(ofAnn.text()).not.toContain('{"count":2}')
      expect(ofBen.text()).not.toContain('{"count":2}')
      expect(filtered.text()).toBe(':\n\n')
      const { status } = await fetch(`${operator.url}/api/log/live`, { headers: ann.headers })
      expect(status).toBe(403)
      expect((await fetch(`${operator.url}/api/channel/live`, { headers: ann.headers })).status).toBe(403)
    })

    test('tell a returning reader what came meanwhile', async () => {
      const ann = await person()
      await call(ann.bearer)
      const read = () => ann.consoleCall<{ items: { id: number }[] }>(operator.url, 'GET', '/api/log/self?type=2')
      const page = await until(read, ({ items }) => items.length === 1)
      await call(ann.bearer)
      await until(read, ({ items }) => items.length === 2)
      const stream = await at(`/api/log/self/live?type=2&after=${page.items[0]?.id}`, ann.headers)
      await told(stream, '{"count":1}')
    })

    test('report a call and a change of a channel to readers of the channels', async () => {
      const stream = await at('/api/channel/live')
      await call((await operator.makeToken()).bearer)
      await told(stream, 'event: health\n')
      await operator.makeChannel({ name: 'another', models: 'another' })
      await told(stream, 'event: channels\n')
    })

    test('end with the reader’s rights, and with nobody else’s', async () => {
      const [ann, ben] = [await person(), await person()]
      const ofAnn = await at('/api/log/self/live', ann.headers)
      const ofBen = await at('/api/log/self/live', ben.headers)
      await operator.consoleCall('POST', '/api/user/manage', { id: ann.id, action: 'disable' })
      await ended(ofAnn)
      await call(ben.bearer)
      await told(ofBen, '"count"')
      expect(ofBen.isOver()).toBe(false)
    })

    test('allow a user at most eight streams, and another after closing one', async () => {
      const ann = await person()
      const streams = []
      for (let count = 0; count < 8; count++) streams.push(await at('/api/log/self/live', ann.headers))
      expect(streams.map(({ response }) => response.status)).toEqual(Array(8).fill(200))
      const refused = await at('/api/log/self/live', ann.headers)
      expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '30'])
      streams[0]?.leave()
      await until(
        async () => (await at('/api/log/self/live', ann.headers)).response.status,
        status => status === 200,
      )
    })
  })
}

test('end when the server stops, which waits for nobody', async () => {
  const [sqlite] = databases()
  if (!sqlite) throw new Error('no database to test on')
  const database = await sqlite.open()
  const server = await startServer(
    readEnvironment({
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      WARM_UP_CALLS: '0',
      DRAIN_SECONDS: '600',
      ...database.place,
    }),
  )
  const operator = await setUpGateway(server.url.replace(/\/$/, ''))
  const stream = await open(`${operator.url}/api/log/live`, operator.headers)
  await server.stop()
  await ended(stream)
  await database.close()
})

test('tell other nodes that rows were written, and these do not pass it on', async () => {
  const buses = localBuses()
  const heard = { here: 0, there: 0 }
  const here = makeLogSignal(buses.join(), 0)
  const there = makeLogSignal(buses.join(), 0)
  here.on(() => {
    heard.here += 1
  })
  there.on(() => {
    heard.there += 1
  })
  here.written()
  await until(
    async () => heard,
    ({ here, there }) => here === 1 && there === 1,
  )
  here.close()
  there.close()
})
