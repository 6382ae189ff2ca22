import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, type Token, type User } from '@tollgate/contract'
import { array, constantFrom, integer, record, sample } from 'fast-check'
import { type BatchUpstream, startBatchUpstream } from '../../../test/support/batch-upstream.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '../../../test/support/realtime-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { audit } from '../../money/ledger/audit.ts'
import { credit, setBalance } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const CALLS = Number(process.env.WALLET_CALLS ?? 60)
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_124)
const AT_ONCE = 12

const KINDS = [
  ...(['plain', 'stream', 'reference', 'item', 'hosted tool', 'picture', 'drawing', 'speech'] as const),
  ...(['left', 'broken', 'batch', 'session', 'dear'] as const),
] as const
type Kind = (typeof KINDS)[number]

const call = record({ kind: constantFrom(...KINDS), tokens: integer({ min: 1, max: 3_000 }) })
const round = record({
  balance: constantFrom(0, 500, 5_000, 20_000, 60_000),
  calls: array(call, { minLength: AT_ONCE, maxLength: AT_ONCE }),
  topUp: integer({ min: 0, max: 30_000 }),
})

const CHAT = '/v1/chat/completions'
const hello = (more: object = {}) => ({ model: 'gpt', messages: [{ role: 'user', content: 'Hello' }], ...more })
const seeing = (part: object) => hello({ messages: [{ role: 'user', content: [{ type: 'text', text: 'See' }, part] }] })

/** Requests, each telling the upstream how many tokens to count; a cheat's counts are far above what the request says. */
const REQUESTS: Readonly<Partial<Record<Kind, (tokens: number) => [path: string, body: object]>>> = {
  plain: tokens => [CHAT, hello({ user: `${tokens}`, max_tokens: tokens })],
  stream: tokens => [CHAT, hello({ user: `${tokens}`, stream: true })],
  left: tokens => [CHAT, hello({ user: `${tokens} slow`, stream: true })],
  broken: tokens => [CHAT, hello({ user: `${tokens} broken`, stream: true })],
  dear: tokens => [CHAT, hello({ user: `${tokens * 20}`, max_tokens: 5 })],
  reference: tokens => [
    CHAT,
    { ...seeing({ type: 'file', file: { file_id: 'file-1' } }), user: `${tokens * 20}`, max_tokens: 10 },
  ],
  picture: tokens => [
    CHAT,
    {
      ...seeing({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
      user: `${tokens}`,
      max_tokens: 10,
    },
  ],
  item: tokens => [
    '/v1/responses',
    { model: 'gpt', input: [{ type: 'item_reference', id: 'msg_1' }], user: `${tokens * 20}`, max_output_tokens: 20 },
  ],
  'hosted tool': tokens => [
    '/v1/responses',
    { model: 'gpt', input: 'Hi', tools: [{ type: 'web_search' }], user: `${tokens * 20}`, max_output_tokens: 20 },
  ],
  drawing: () => ['/v1/images/generations', { model: 'gpt-image-1', prompt: 'A boat' }],
  speech: () => ['/v1/audio/speech', { model: 'tts-1', input: 'Good morning', voice: 'alloy' }],
}

/** An upstream that reports what a request's `user` says, whatever was asked for. */
function answer({ path, body: text }: { path: string; body: string }): Response {
  const { user = '10', stream } = JSON.parse(text) as { user?: string; stream?: boolean }
  const tokens = Number.parseInt(user, 10) || 10
  if (path.endsWith('/images/generations'))
    return Response.json({
      created: 1,
      data: [{ b64_json: 'aGVsbG8=' }],
      usage: { input_tokens: 9_000, output_tokens: 9_000, total_tokens: 18_000 },
    })
  if (path.endsWith('/audio/speech'))
    return new Response(Buffer.alloc(40_000), { headers: { 'content-type': 'audio/mpeg' } })
  if (path.endsWith('/responses'))
    return Response.json({
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'gpt',
      output: [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }],
      usage: { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 },
    })
  const usage = { prompt_tokens: tokens, completion_tokens: 10, total_tokens: tokens + 10 }
  const base = { id: 'c', created: 1, model: 'gpt' }
  if (!stream)
    return Response.json({
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage,
    })
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const end = `${chunk({}, 'stop')}data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`
  let words = user.endsWith('slow') ? 200 : 5
  return new Response(
    new ReadableStream({
      async pull(controller) {
        words -= 1
        await new Promise(resolve => setTimeout(resolve, 2))
        if (words > 0) return controller.enqueue(chunk({ content: 'word '.repeat(20) }))
        // A stream that ends before its end.
        if (!user.endsWith('broken')) controller.enqueue(end)
        controller.close()
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )
}

for (const { kind, open } of databases()) {
  describe(`small wallets on ${kind}`, () => {
    let database: TestDatabase
    let upstream: WireUpstream
    let live: RealtimeUpstream
    let batches: BatchUpstream
    let gateway: TestGateway
    let app: RunningApp

    beforeAll(async () => {
      database = await open()
      upstream = startWireUpstream(answer)
      live = await startRealtimeUpstream()
      batches = startBatchUpstream(() => 'failed')
      gateway = await startGateway(database.place.DATABASE_URL, async (...how) => {
        app = await buildAppContext(...how)
        return app
      })
      await gateway.makeChannel({ base_url: upstream.url, models: 'gpt,gpt-image-1,tts-1' })
      await gateway.makeChannel({ base_url: live.url, models: 'gpt-realtime' })
      await gateway.makeChannel({ base_url: batches.url, models: 'claude-b', type: 14 })
      await gateway.setOption('RetryTimes', 0)
      await gateway.setOption('ModelRatio', '{"gpt":1,"gpt-image-1":1,"tts-1":1,"gpt-realtime":1,"claude-b":1}')
      await gateway.setOption('CompletionRatio', '{"gpt":1}')
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await live.stop()
      await batches.stop()
      await database.close()
    })

    const post = (token: Token & { bearer: string }, path: string, body: object, signal?: AbortSignal) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.bearer}` },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })

    async function make(kind: Kind, tokens: number, token: Token & { bearer: string }): Promise<void> {
      if (kind === 'session') {
        const client = openRealtime(`${gateway.url}/v1/realtime?model=gpt-realtime`, token.bearer)
        client.socket.addEventListener('message', ({ data }) => {
          if (String(data).includes('session.created')) client.say({ type: 'response.create' })
          if (String(data).includes('response.done')) client.socket.close()
        })
        await client.ends()
        return
      }
      if (kind === 'batch') {
        const params = { model: 'claude-b', max_tokens: tokens, messages: [{ role: 'user', content: 'Hi' }] }
        await (await post(token, '/v1/messages/batches', { requests: [{ custom_id: 'a', params }] })).text()
        return
      }
      const [path, body] = REQUESTS[kind]?.(tokens) ?? expect.unreachable(kind)
      const leave = new AbortController()
      try {
        const response = await post(token, path, body, leave.signal)
        if (kind !== 'left') return void (await response.arrayBuffer())
        const reader = response.body?.getReader()
        await reader?.read()
        leave.abort()
      } catch {
        // its stream ended early
      }
    }

    test(`owe nothing while they have money, and serve whoever can pay (${CALLS} calls, seed ${SEED})`, async () => {
      const token = (await gateway.makeToken({ name: 'wallet' })) as Token & { bearer: string }
      const { id } = await gateway.consoleCall<User>('GET', '/api/user/self')
      const account = () =>
        app.db.selectFrom('users').select(['quota', 'owed', 'leased']).where('id', '=', id).executeTakeFirstOrThrow()
      const cost = async () => {
        const { sum } = await app.db
          .selectFrom('ledger_entries')
          .select(({ fn }) => fn.sum<number>('uncollected').as('owed'))
          .select(({ fn }) => fn.sum<number>('user_amount').as('sum'))
          .where('user_id', '=', id)
          .executeTakeFirstOrThrow()
        return Number(sum)
      }
      const isQuiet = () =>
        until(
          async () => [...app.ledger.holds()].length,
          running => running === 0,
          30_000,
        )
      let debts = 0
      for (const { balance, calls, topUp } of sample(round, { numRuns: Math.ceil(CALLS / AT_ONCE), seed: SEED })) {
        await app.ledger.recall('user', id)
        await setBalance(app.db, { userId: id, balance, now: app.now() })
        await Promise.all(calls.map(({ kind, tokens }) => make(kind, tokens, token)))
        await isQuiet()
        const left = await until(account, ({ quota, owed }) => Math.min(quota, owed) === 0)
        if (left.owed > 0) debts += 1
        expect(await cost()).toBe(left.quota)

        const reference = `topup:${crypto.randomUUID()}`
        const before = left.quota - left.owed
        await credit(app.db, { userId: id, amount: topUp, reference, now: app.now() })
        const now = await account()
        expect(now.quota - now.owed).toBe(before + topUp)
        expect(Math.min(now.quota, now.owed)).toBe(0)

        const small = await post(token, CHAT, hello({ user: '5', max_tokens: 10 }))
        await small.text()
        expect(small.status).toBe(now.quota >= 600 ? 200 : now.quota === 0 ? 403 : small.status)
        await isQuiet()
        expect(await audit(database.storage, app.now())).toEqual([])
      }
      expect(debts).toBeGreaterThan(0)
      const rows = await app.db.selectFrom('logs').select('id').where('type', '=', LOG_TYPE.consume).execute()
      expect(rows.length).toBeGreaterThan(CALLS / 10)
    }, 1_800_000)
  })
}
