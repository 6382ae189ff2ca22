import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { LOG_TYPE } from '@tollgate/contract'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { REPORTED, startEvilUpstream } from '../../test/support/evil-upstream.ts'
import { type Operator, setUpGateway } from '../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../test/support/gateway-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../test/support/held-upstream.ts'
import { until } from '../../test/support/until.ts'
import { audit } from '../money/ledger/audit.ts'

const HELLO = [{ role: 'user', content: 'Hello' }]

interface Protocol {
  path: string
  body: object
  /** How its stream ends normally, and when the server stops. */
  end: RegExp
  lastWord: RegExp
  /** How a call is refused while the server is stopping. */
  refusal: RegExp
}

const OPENAI_ERROR = { refusal: /^\{"error":\{"message":"The gateway is restarting.*"code":"shutting_down"\}\}$/ }
const OPENAI_CHAT = {
  end: /data: \[DONE\]\n\n$/,
  lastWord: /data: \{"error":\{"message":"The gateway is restarting[^\n]*"code":"shutting_down"\}\}\n\n$/,
  ...OPENAI_ERROR,
}
const ANTHROPIC = {
  end: /event: message_stop\n[^\n]*\n\n$/,
  lastWord: /event: error\ndata: \{"type":"error","error":\{"type":"[a-z_]+","message":"The gateway is[^\n]*\n\n$/,
  refusal: /^\{"type":"error","error":\{[^}]*The gateway is restarting/,
}
const GEMINI_ERROR = /\{"error":\{"code":503,"message":"The gateway is restarting[^\n]*"status":"UNAVAILABLE"[^\n]*\}/
const GEMINI = { body: { contents: [{ parts: [{ text: 'Hello' }] }] }, refusal: GEMINI_ERROR }

/** A call in each protocol, to an upstream of the same or another protocol. */
const PROTOCOLS: Protocol[] = [
  { path: '/v1/chat/completions', body: { model: 'gpt', messages: HELLO, stream: true }, ...OPENAI_CHAT },
  { path: '/v1/chat/completions', body: { model: 'claude', messages: HELLO, stream: true }, ...OPENAI_CHAT },
  { path: '/v1/completions', body: { model: 'gpt', prompt: 'Hello', stream: true }, ...OPENAI_CHAT },
  {
    path: '/v1/responses',
    body: { model: 'gpt', input: 'Hello', stream: true },
    end: /event: response\.completed\n[^\n]*\n\n$/,
    lastWord: /event: error\ndata: \{"type":"error","code":"shutting_down","message":"The gateway is[^\n]*\n\n$/,
    ...OPENAI_ERROR,
  },
  { path: '/v1/messages', body: { model: 'claude', max_tokens: 9, messages: HELLO, stream: true }, ...ANTHROPIC },
  { path: '/v1/messages', body: { model: 'gpt', max_tokens: 9, messages: HELLO, stream: true }, ...ANTHROPIC },
  {
    path: '/v1beta/models/gemini:streamGenerateContent?alt=sse',
    end: /"finishReason":"STOP"\}\]\}\n\n$/,
    lastWord: new RegExp(`data: ${GEMINI_ERROR.source}\n\n$`),
    ...GEMINI,
  },
  {
    path: '/v1beta/models/claude:streamGenerateContent',
    end: /"finishReason":"STOP".*\}\]$/,
    lastWord: new RegExp(`\\},\r\n${GEMINI_ERROR.source}\r\n\\]$`),
    ...GEMINI,
  },
]

const CLIENTS = 40
const WHOLE = { path: '/v1/chat/completions', body: { model: 'gpt', messages: HELLO } }

for (const { kind, open } of databases()) {
  describe(`a gateway that is stopped, on ${kind}`, () => {
    let database: TestDatabase
    let upstream: HeldUpstream
    let gateway: GatewayProcess
    let operator: Operator
    let bearer: string

    async function start(drainSeconds: number) {
      database = await open()
      upstream = await startHeldUpstream()
      const environment = { DRAIN_SECONDS: String(drainSeconds) }
      gateway = await startGatewayProcess(database.place, await freePort(), { environment })
      operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ type: 1, base_url: upstream.url, models: 'gpt' })
      await operator.makeChannel({ type: 14, base_url: upstream.url, models: 'claude' })
      await operator.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini' })
      await operator.setOption('ModelRatio', JSON.stringify({ gpt: 10, claude: 10, gemini: 10 }))
      bearer = (await operator.makeToken()).bearer
    }
    afterEach(async () => {
      await gateway.kill()
      await upstream.stop()
      await database.close()
    })

    const call = ({ path, body }: { path: string; body: object }, headers: Record<string, string> = {}) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, ...headers },
        body: JSON.stringify(body),
      })

    /**
     * Makes a call in every protocol and one whole call; resolves once the upstream is in the middle of all of them.
     */
    async function callAll() {
      const streams = PROTOCOLS.map(async protocol => (await call(protocol)).text())
      const whole = call(WHOLE)
      await until(
        async () => upstream.held(),
        held => held === PROTOCOLS.length + 1,
      )
      return { streams: Promise.all(streams), whole }
    }

    const nobodyListens = () =>
      until(
        () =>
          fetch(gateway.url).then(
            () => true,
            () => false,
          ),
        isAnswered => !isAnswered,
      )

    /** The ledger's entries and log rows of the calls. */
    async function accounts() {
      const { db } = database.storage
      const rows = await db
        .selectFrom('logs')
        .select(['type', 'quota', 'is_stream', 'other'])
        .where('type', 'in', [LOG_TYPE.consume, LOG_TYPE.error])
        .execute()
      return {
        findings: await audit(database.storage, Math.floor(Date.now() / 1000)),
        leases: await db.selectFrom('leases').select('node').execute(),
        charged: rows.filter(row => row.type === LOG_TYPE.consume && row.quota > 0 && row.is_stream).length,
        codes: rows.map(row => JSON.parse(row.other).error_code).filter(Boolean),
      }
    }

    test('lets every answer end, accepts no new call, charges what was delivered, and exits with 0', async () => {
      await start(60)
      const { streams, whole } = await callAll()
      const connections = await Promise.all(PROTOCOLS.map(() => openConnection(gateway.url)))
      gateway.signal('SIGTERM')
      await until(
        () => fetch(gateway.url + WHOLE.path, { method: 'POST' }),
        ({ status }) => status === 503,
      )
      const refused = await Promise.all(
        PROTOCOLS.map(({ path, body }, index) => connections[index]?.post(path, bearer, body)),
      )
      for (const [index, answer] of refused.entries()) {
        expect(answer?.head).toMatch(/^HTTP\/1\.1 503 /)
        expect(answer?.head).toMatch(/\r\nconnection: close\r\n/i)
        expect(answer?.head).toMatch(/\r\nretry-after: 5\r\n/i)
        expect(answer?.body).toMatch(PROTOCOLS[index]?.refusal ?? /$^/)
      }
      await nobodyListens()
      upstream.goOn()
      for (const [index, text] of (await streams).entries()) expect(text).toMatch(PROTOCOLS[index]?.end ?? /$^/)
      expect((await (await whole).json()).choices[0].message.content).toBe('Hello')
      expect(await gateway.ended).toBe(0)
      expect(await accounts()).toEqual({ findings: [], leases: [], charged: PROTOCOLS.length, codes: [] })
    })

    test('cuts off calls beyond the time limit: one final event each, charged once for what was delivered', async () => {
      await start(1)
      const { streams, whole } = await callAll()
      gateway.signal('SIGTERM')
      for (const [index, text] of (await streams).entries()) {
        expect(text).toMatch(PROTOCOLS[index]?.lastWord ?? /$^/)
        expect(text).not.toMatch(PROTOCOLS[index]?.end ?? /^/)
        expect(text.match(/The gateway is restarting/g)).toHaveLength(1)
      }
      const refused = await whole
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await gateway.ended).toBe(0)
      expect(upstream).toMatchObject({ hungUp: PROTOCOLS.length + 1 })
      expect(await accounts()).toEqual({
        findings: [],
        leases: [],
        charged: PROTOCOLS.length,
        codes: Array(PROTOCOLS.length + 1).fill('shutting_down'),
      })
    })

    test('under load, charges exactly the answers that were received in full', async () => {
      await start(60)
      const evil = await startEvilUpstream()
      await operator.makeChannel({ base_url: evil.url, models: 'good' })
      await operator.setOption('ModelRatio', '{"good":1}')
      const received: string[] = []
      const load = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = 0; ; turn++) {
          const stream = (client + turn) % 2 === 0
          const id = crypto.randomUUID()
          const body = { model: 'good', stream, messages: HELLO }
          const text = await call({ ...WHOLE, body }, { 'x-request-id': id }).then(
            response => (response.ok ? response.text() : null),
            () => null,
          )
          if (text === null) return
          if (stream) expect(text).toEndWith('data: [DONE]\n\n')
          else expect(JSON.parse(text)).toMatchObject({ usage: REPORTED })
          received.push(id)
        }
      })
      await until(
        async () => received.length,
        count => count > CLIENTS,
      )
      gateway.signal('SIGTERM')
      await Promise.all(load)
      expect(await gateway.ended).toBe(0)
      const rows = await database.storage.db
        .selectFrom('logs')
        .select('request_id')
        .where('type', '=', LOG_TYPE.consume)
        .execute()
      expect(rows.map(row => row.request_id).sort()).toEqual(received.sort())
      expect(await accounts()).toMatchObject({ findings: [], leases: [], codes: [] })
      await evil.stop()
    })

    // This does not depend on the database.
    if (kind === 'sqlite')
      test('stops waiting at the second signal, and waits for no client that does not read', async () => {
        await start(60)
        const evil = await startEvilUpstream()
        await operator.makeChannel({ base_url: evil.url, models: 'endless' })
        await operator.setOption('ModelRatio', JSON.stringify({ gpt: 10, claude: 10, gemini: 10, endless: 1 }))
        const { streams, whole } = await callAll()
        await call({ ...WHOLE, body: { ...WHOLE.body, model: 'endless', stream: true } })
        gateway.signal('SIGINT')
        await nobodyListens()
        gateway.signal('SIGINT')
        await Promise.all([streams, whole])
        expect(await gateway.ended).toBe(0)
        expect(await accounts()).toMatchObject({ findings: [], leases: [], charged: PROTOCOLS.length + 1 })
        await evil.stop()
      })
  })
}

/** A connection kept alive after one answered call. */
async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let text = ''
  let isClosed = false
  socket.on('data', piece => {
    text += piece
  })
  socket.on('close', () => {
    isClosed = true
  })
  const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\n`
  socket.write(`${head('GET', '/api/status')}\r\n`)
  await until(
    async () => text,
    read => read.includes('\r\n\r\n{'),
  )
  return {
    /** Resolves when the other side has closed the connection. */
    async post(path: string, bearer: string, body: object) {
      text = ''
      const bytes = JSON.stringify(body)
      const headers = `authorization: Bearer ${bearer}\r\ncontent-length: ${Buffer.byteLength(bytes)}\r\n`
      socket.write(`${head('POST', path)}${headers}\r\n${bytes}`)
      await until(
        async () => isClosed,
        closed => closed,
      )
      const [answered = '', told = ''] = text.split('\r\n\r\n')
      return { head: answered, body: told }
    },
  }
}
