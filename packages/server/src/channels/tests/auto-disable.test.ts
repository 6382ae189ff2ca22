import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import {
  answerJson,
  type Received,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'

const ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Good' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
}
const KEYWORD = 'Your credit balance is too low'

/** Calls over channels whose upstream refuses keys as the test says; `good` ones answer. */
describe('calls over a channel whose upstream refuses it', () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  let bearer: string
  /** Refuses clients' calls; the gateway's own tests send `hi`. */
  let refuse: (request: Received) => [status: number, error: object] | null
  beforeAll(async () => {
    upstream = await startScriptedUpstream()
    gateway = await startGateway()
    bearer = (await gateway.makeToken()).bearer
    await gateway.setOption('SelfUseModeEnabled', true)
    await gateway.setOption('AutomaticDisableChannelEnabled', true)
    await gateway.setOption('RetryTimes', 3)
    upstream.answer = (response, request) => {
      const isGood = request.headers.authorization === 'Bearer good'
      const refusal = isGood ? null : refuse(request)
      if (refusal) answerJson(response, refusal[0], { error: refusal[1] })
      else answerJson(response, 200, ANSWER)
    }
  })
  beforeEach(() => {
    upstream.received.length = 0
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  /** Two channels of one model: one to be refused, tried first, and a good one. */
  async function makePair(fields: Partial<Channel> = {}) {
    const models = `model-${crypto.randomUUID().slice(0, 8)}`
    const { id } = await gateway.makeChannel({ base_url: upstream.url, models, key: 'bad', priority: 5, ...fields })
    await gateway.makeChannel({ base_url: upstream.url, models, key: 'good' })
    const call = (content = 'Hello') =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ model: models, max_tokens: 1, messages: [{ role: 'user', content }] }),
      })
    return { id, call }
  }
  const channel = (id: number) => gateway.consoleCall<Channel>('GET', `/api/channel/${id}`)
  const disabled = (id: number) =>
    until(
      () => channel(id),
      ({ status }) => status === 3,
    )
  /** A channel that should be disabled would be so after these calls. */
  async function staysEnabled(id: number, call: () => Promise<Response>) {
    for (let turn = 0; turn < 5; turn++) await (await call()).text()
    expect((await channel(id)).status).toBe(1)
  }
  const isTest = ({ body }: Received) => body.includes('"content":"hi"')
  const testsMade = () => upstream.received.filter(isTest).length

  test('are answered by another channel, and this one is disabled with the upstream’s reason', async () => {
    refuse = () => [401, { message: 'Incorrect API key', type: 'invalid_request_error', code: 'invalid_api_key' }]
    const { id, call } = await makePair()
    expect((await call()).status).toBe(200)
    expect(JSON.parse((await disabled(id)).other_info)).toMatchObject({ status_reason: '401: Incorrect API key' })
    expect((await call()).status).toBe(200)
    expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer bad',
      'Bearer good',
      'Bearer good',
    ])
  })

  test('twenty concurrent ones disable it once', async () => {
    refuse = () => [429, { message: 'You exceeded your current quota', type: 'insufficient_quota' }]
    const { id, call } = await makePair()
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await call()).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await disabled(id)
    const { items } = await gateway.consoleCall<{ items: { content: string; channel: number }[] }>(
      'GET',
      `/api/log/?act=channels&channel=${id}&page_size=100`,
    )
    expect(items.filter(({ content }) => content.includes('was disabled by the gateway'))).toHaveLength(1)
  })

  test.each<[string, Partial<Channel>, () => [number, object]]>([
    ['of a channel that may not be disabled', { auto_ban: 0 }, () => [401, { message: 'Incorrect API key' }]],
    ['with a fault in the request', {}, () => [400, { message: 'Bad temperature', type: 'invalid_request_error' }]],
    ['for being too many', {}, () => [429, { message: 'Slow down', type: 'rate_limit_error' }]],
    ['for being busy', {}, () => [503, { message: 'Overloaded' }]],
  ])('leave it enabled when they fail %s', async (_what, fields, answer) => {
    refuse = answer
    const { id, call } = await makePair(fields)
    await staysEnabled(id, call)
    expect(testsMade()).toBe(0)
  })

  test('that make the upstream repeat a keyword from the client do not disable it, however often', async () => {
    refuse = request => (isTest(request) ? null : [400, { message: `temperature: '${KEYWORD}' is not a number` }])
    const { id, call } = await makePair()
    await call(KEYWORD)
    await until(
      async () => testsMade(),
      made => made === 1,
    )
    await staysEnabled(id, () => call(KEYWORD))
    expect(testsMade()).toBe(1)
  })

  test('refused for another user’s file do not disable it', async () => {
    refuse = request =>
      isTest(request) ? null : [403, { message: 'No access to this file', type: 'permission_error' }]
    const { id, call } = await makePair()
    await staysEnabled(id, call)
  })

  test('refused with a keyword for any client disable it', async () => {
    refuse = () => [400, { message: `${KEYWORD} to access the API`, type: 'invalid_request_error' }]
    const { id, call } = await makePair()
    expect((await call()).status).toBe(400)
    expect(JSON.parse((await disabled(id)).other_info).status_reason).toBe(`400: ${KEYWORD} to access the API`)
  })

  test('that began before its key was changed do not disable it', async () => {
    const asked = Promise.withResolvers<void>()
    const answering = Promise.withResolvers<void>()
    const usual = upstream.answer
    const { id, call } = await makePair()
    refuse = () => [401, { message: 'Incorrect API key' }]
    upstream.answer = async (response, request) => {
      if (request.headers.authorization === 'Bearer bad') {
        asked.resolve()
        await answering.promise
      }
      usual(response, request)
    }
    const running = call()
    await asked.promise
    await gateway.consoleCall('PUT', '/api/channel/', { id, key: 'good' })
    answering.resolve()
    expect((await running).status).toBe(200)
    upstream.answer = usual
    await staysEnabled(id, call)
  })

  test('re-enable it automatically once it works again', async () => {
    await gateway.setOption('AutomaticEnableChannelEnabled', true)
    refuse = () => [401, { message: 'Incorrect API key' }]
    const { id, call } = await makePair()
    await call()
    await disabled(id)
    refuse = () => null
    await gateway.consoleCall('GET', '/api/channel/test')
    await until(
      () => channel(id),
      ({ status }) => status === 1,
    )
    upstream.received.length = 0
    // another conversation, because the first continues where it was answered
    expect((await call('Another')).status).toBe(200)
    expect(upstream.received[0]?.headers.authorization).toBe('Bearer bad')
    expect((await channel(id)).other_info).toBe('{}')
  })

  test('leave it enabled while the option is off', async () => {
    await gateway.setOption('AutomaticDisableChannelEnabled', false)
    refuse = () => [401, { message: 'Incorrect API key' }]
    const { id, call } = await makePair()
    await staysEnabled(id, call)
  })
})
