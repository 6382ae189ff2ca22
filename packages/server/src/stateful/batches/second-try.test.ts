import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import type { Channel, User } from '@tollgate/contract'
import { type BatchUpstream, startBatchUpstream } from '../../../test/support/batch-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { auditLedger } from '../../money/ledger/audit.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const MODEL = 'claude-b'
let failing: ScriptedUpstream
let taking: BatchUpstream
let gateway: TestGateway
let app: RunningApp
let anthropic: Anthropic
const made: Channel[] = []

beforeAll(async () => {
  failing = await startScriptedUpstream()
  taking = startBatchUpstream(() => 'failed')
  gateway = await startGateway(undefined, async (...how) => {
    app = await buildAppContext(...how)
    return app
  })
  await gateway.setOption('ModelRatio', JSON.stringify({ [MODEL]: 1 }))
  await gateway.setOption('RetryTimes', 1)
  await gateway.makeChannel({ base_url: taking.url, models: MODEL, type: 14, priority: 1, name: 'takes' })
  anthropic = new Anthropic({ baseURL: gateway.url, apiKey: (await gateway.makeToken()).bearer, maxRetries: 0 })
})
afterAll(async () => {
  await gateway.stop()
  await failing.stop()
  await taking.stop()
})
afterEach(async () => {
  for (const { id } of made.splice(0)) await gateway.consoleCall('DELETE', `/api/channel/${id}`)
})

const preferred = async (fields: Parameters<TestGateway['makeChannel']>[0]) => {
  const channel = await gateway.makeChannel({ base_url: failing.url, models: MODEL, type: 14, priority: 9, ...fields })
  made.push(channel)
  return channel
}
const create = (headers: Record<string, string> = {}) =>
  anthropic.messages.batches.create(
    {
      requests: [
        { custom_id: 'a', params: { model: MODEL, max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] } },
      ],
    },
    { headers },
  )
const balance = async () => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota
const rows = () =>
  app.db
    .selectFrom('relay_batches')
    .select(['channel_id', 'state', 'held', 'created_at', 'poll_at'])
    .orderBy('seq')
    .execute()
const newRows = async (act: () => Promise<unknown>) => {
  const before = (await rows()).length
  await act()
  return (await rows()).slice(before)
}

type Failing = (response: ServerResponse) => void
const FAILURES: [how: string, answer: Failing][] = [
  ['is down', response => answerJson(response, 500, { error: { type: 'api_error', message: 'Broken' } })],
  ['is limited', response => answerJson(response, 429, { error: { type: 'rate_limit_error', message: 'Later' } })],
  [
    'refuses its key',
    response => answerJson(response, 401, { error: { type: 'authentication_error', message: 'No' } }),
  ],
]

describe('a batch whose first channel fails before accepting it', () => {
  test.each(FAILURES)('and %s, is created on the next one and held once', async (_how, answer) => {
    failing.answer = answer
    const first = await preferred({ name: 'fails' })
    const before = await balance()
    const made = await newRows(async () => expect((await create()).processing_status).toBe('in_progress'))
    expect(made.map(({ state }) => state)).toEqual(['settled', 'running'])
    expect(made[0]?.channel_id).toBe(first.id)
    // While it was being created, no job would have refunded it.
    expect(Number(made[0]?.poll_at) - Number(made[0]?.created_at)).toBe(3_600)
    expect(before - (await balance())).toBe(Number(made[1]?.held))
    expect((await auditLedger(app.db, app.now())).findings).toEqual([])
  })

  test('and accepts no connections, is created on the next one', async () => {
    await preferred({ name: 'is away', base_url: 'http://127.0.0.1:9' })
    const made = await newRows(() => create())
    expect(made.map(({ state }) => state)).toEqual(['settled', 'running'])
  })

  test('with one of its keys, is created with another, which then polls it', async () => {
    const keys: (string | undefined)[] = []
    failing.answer = (response, { headers }) => {
      const key = headers['x-api-key'] as string
      keys.push(key)
      if (keys.length === 1)
        return answerJson(response, 401, { error: { type: 'authentication_error', message: 'No' } })
      answerJson(response, 200, { id: 'msgbatch_up', type: 'message_batch', processing_status: 'in_progress' })
    }
    const { id } = await preferred({ key: 'first-key\nsecond-key', key_spread: 'in_turn' })
    const made = await newRows(() => create())
    expect(made.map(({ channel_id, state }) => [channel_id, state])).toEqual([
      [id, 'settled'],
      [id, 'running'],
    ])
    expect(new Set(keys)).toEqual(new Set(['first-key', 'second-key']))
  })
})

describe('a batch is not created twice', () => {
  test('if its upstream may have accepted it without an answer', async () => {
    failing.answer = response => void response.socket?.destroy()
    await preferred({ name: 'breaks off' })
    const before = await balance()
    const made = await newRows(async () => expect((await rejection(create())).message).toContain('502'))
    expect(made.map(({ state }) => state)).toEqual(['settled'])
    expect(await balance()).toBe(before)
  })

  test('if the request is at fault', async () => {
    failing.answer = response => answerJson(response, 400, { error: { type: 'invalid_request_error', message: 'Bad' } })
    await preferred({ name: 'refuses' })
    expect(await newRows(async () => expect((await rejection(create())).message).toContain('400'))).toHaveLength(1)
  })
})

test('a batch that may cost exactly its budget is created, a dearer one is not', async () => {
  const [made] = await newRows(() => create())
  const held = Number(made?.held)
  // one quota is two millionths of a dollar
  const within = (quota: number) => create({ 'x-tollgate-budget': (quota / 500_000).toFixed(6) })
  expect((await within(held)).processing_status).toBe('in_progress')
  expect(await newRows(async () => expect((await rejection(within(held - 1))).message).toContain('budget'))).toEqual([])
})
