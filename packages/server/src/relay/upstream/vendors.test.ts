import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { ernie, withdrawToken } from '../../../test/support/vendors/ernie.ts'
import { vendors } from '../../../test/support/vendors/index.ts'
import { spark } from '../../../test/support/vendors/spark.ts'
import { SCRIPT, type VendorStandIn } from '../../../test/support/vendors/vendor.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  // otherwise streams of unknown models are read on after the client has left
  await gateway.setOption('relay_setting.read_on_seconds', 0)
  bearer = (await gateway.makeToken()).bearer
})
afterAll(() => gateway.stop())

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SAID = SCRIPT.pieces.join('')

describe.each(vendors)('$name', vendor => {
  const { type, key, other = '', model } = vendor
  let host: VendorStandIn
  let channelId: number

  beforeAll(async () => {
    host = vendor.start()
    channelId = (await gateway.makeChannel({ type, key, other, base_url: host.url, models: model })).id
  })
  beforeEach(() => {
    Object.assign(host, { script: SCRIPT, left: 0 })
    for (const list of [host.asked, host.requests, host.stopped]) list.length = 0
  })
  afterAll(async () => {
    await gateway.consoleCall('DELETE', `/api/channel/${channelId}`)
    await host.stop()
  })

  const ask = (body: object, init: RequestInit = {}) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }], ...body }),
      ...init,
    })
  /** The content of a stream. */
  async function heard(response: Response) {
    const chunks = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    const deltas = chunks.flatMap(({ choices = [] }) => choices)
    return {
      text: deltas.map(({ delta }) => delta.content ?? '').join(''),
      thought: deltas.map(({ delta }) => delta.reasoning_content ?? '').join(''),
      ends: deltas.findLast(({ finish_reason }) => finish_reason)?.finish_reason,
      usage: chunks.findLast(({ usage }) => usage)?.usage,
      error: chunks.find(({ error }) => error)?.error,
    }
  }
  const counted = { prompt_tokens: vendor.usage?.input, completion_tokens: vendor.usage?.output }

  test('answers whole', async () => {
    const response = await ask({})
    const answer = await response.json()
    expect([response.status, answer.choices?.[0]?.message?.content, answer.choices?.[0]?.finish_reason]).toEqual([
      200,
      SAID,
      'stop',
    ])
    if (vendor.usage) expect(answer.usage).toMatchObject(counted)
  })

  test('answers in a stream, piece by piece', async () => {
    const answer = await heard(await ask({ stream: true, stream_options: { include_usage: true } }))
    expect([answer.text, answer.ends, answer.error]).toEqual([SAID, 'stop', undefined])
    expect(host.stopped).toEqual([])
    if (vendor.usage) expect(answer.usage).toMatchObject(counted)
  })

  test('answers clients of Messages', async () => {
    for (const stream of [false, true]) {
      const response = await fetch(`${gateway.url}/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ model, stream, max_tokens: 99, messages: [{ role: 'user', content: 'Hi' }] }),
      })
      const told = await response.text()
      expect([response.status, told]).toEqual([200, expect.stringContaining('"end_turn"')])
    }
  })

  test('understands roles and the system prompt', async () => {
    const response = await ask({
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        { role: 'user', content: 'Three' },
      ],
    })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(SAID)])
    const [asked] = host.asked
    if (vendor.takesLastQuestion) {
      expect([asked?.turns, response.headers.get('x-tollgate-losses')]).toEqual([
        [{ role: 'user', text: 'Three' }],
        expect.stringMatching(/^conversation: [\w ']+ takes only the last question$/),
      ])
      return
    }
    if (vendor.flattens) {
      const places = ['Be brief', 'One', 'Two', 'Three'].map(said => asked?.turns[0]?.text.indexOf(said) ?? -1)
      expect(places).toEqual([...places].sort((one, other) => one - other))
      expect(places[0]).toBeGreaterThanOrEqual(0)
      return
    }
    const told = asked?.turns.map(({ role, text }) => `${role}: ${text}`).join('\n') ?? ''
    expect([asked?.system ?? '', told].join('\n')).toContain('Be brief')
    expect(told).toMatch(/user: (.|\n)*One\nassistant: Two\nuser: Three$/)
  })

  test.each([...vendor.ends])('gives its finish reason: %s', async ends => {
    host.script = { ...SCRIPT, ends }
    expect((await (await ask({})).json()).choices[0].finish_reason).toBe(ends)
    expect((await heard(await ask({ stream: true }))).ends).toBe(ends)
  })

  test.each([false, true])('a failure at status 200 is a failure; stream: %p', async stream => {
    host.script = { ...SCRIPT, fails: 'at-once' }
    const response = await ask({ stream })
    const { error } = await response.json()
    expect([response.status, error.message]).toEqual([
      vendor.failure.status,
      expect.stringContaining(vendor.failure.message),
    ])
  })

  const half = vendor.failsHalfWay ? [vendor.failure.message] : []
  test.each(half)('a failure in mid-stream ends the stream with an error: %s', async message => {
    host.script = { ...SCRIPT, fails: 'half-way' }
    const answer = await heard(await ask({ stream: true }))
    expect([answer.text, answer.error?.message]).toEqual(['Hel', expect.stringContaining(message)])
  })

  test.each(vendor.thinks ? ['Hm.'] : [])('returns its thoughts separately: %s', async thought => {
    host.script = { ...SCRIPT, thought }
    const { message } = (await (await ask({})).json()).choices[0]
    expect([message.reasoning_content, message.content]).toEqual([thought, SAID])
    const streamed = await heard(await ask({ stream: true }))
    expect([streamed.thought, streamed.text]).toEqual([thought, SAID])
  })

  const shown = [
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: PICTURE } },
  ]
  test(`${vendor.sees ? 'sees a picture' : 'refuses a picture instead of answering without it'}`, async () => {
    const response = await ask({ messages: [{ role: 'user', content: shown }] })
    expect([response.status, host.asked[0]?.turns[0]?.pictures?.length]).toEqual(
      vendor.sees ? [200, 1] : [400, undefined],
    )
  })

  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }]
  test(`${vendor.calls ? 'calls a tool and gets its result' : 'is offered no tool, which is reported as a loss'}`, async () => {
    if (!vendor.calls) {
      const response = await ask({ tools })
      expect([response.status, response.headers.get('x-tollgate-losses')]).toEqual([
        200,
        expect.stringContaining('tool functions'),
      ])
      expect((await ask({ tools, tool_choice: 'required' })).status).toBe(400)
      return
    }
    host.script = { ...SCRIPT, calls: { name: 'look', args: { at: 1 } } }
    const [choice] = (await (await ask({ tools })).json()).choices
    const [call] = choice.message.tool_calls
    expect([choice.finish_reason, call.function]).toEqual(['tool_calls', { name: 'look', arguments: '{"at":1}' }])
    const streamed = await (await ask({ tools, stream: true })).text()
    expect(streamed).toContain('"finish_reason":"tool_calls"')
    host.script = SCRIPT
    const found = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: 'A harbour' },
    ]
    expect((await ask({ tools, messages: found })).status).toBe(200)
    expect(JSON.stringify(host.asked.at(-1))).toContain('A harbour')
  })

  test.each(vendor.isTold ? [SAID] : [])('is told to stop when a client leaves before all of %p', async () => {
    host.script = { ...SCRIPT, hangs: true }
    // before the gateway knows of a task, there is nothing to stop
    await until(
      async () => {
        const leaving = new AbortController()
        const asking = ask({}, { signal: leaving.signal }).catch(() => null)
        await gateway.consoleCall('GET', '/api/status')
        leaving.abort()
        await asking
        return host.stopped
      },
      stopped => stopped.length > 0,
    )
  })

  test('is charged by its own count or by ours, and the row says which', async () => {
    for (const stream of [false, true]) {
      const response = await ask({ stream })
      await response.text()
      const [row] = await gateway.logsOf(response)
      if (vendor.usage) {
        expect(row).toMatchObject({ prompt_tokens: vendor.usage.input, completion_tokens: vendor.usage.output })
      } else {
        expect(row?.completion_tokens).toBeGreaterThan(0)
        expect(JSON.stringify(row?.other)).toContain('estimated')
      }
    }
  })

  test('is broken off when the client leaves', async () => {
    host.script = { ...SCRIPT, hangs: true }
    const leaving = new AbortController()
    const response = await ask({ stream: true }, { signal: leaving.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    leaving.abort()
    await until(
      async () => host.left,
      left => left > 0,
    )
    if (vendor.isTold)
      await until(
        async () => host.stopped,
        stopped => stopped.length > 0,
      )
    const [row] = await until(
      () => gateway.logsOf(response),
      rows => rows.length > 0,
    )
    expect(row?.completion_tokens).toBeGreaterThan(0)
  })

  test('does not leak any part of its key when it repeats it', async () => {
    const parts = key.split(/[|.]/).filter(part => part.length >= 8)
    host.script = { ...SCRIPT, fails: 'at-once', repeats: parts.join(' and ') }
    const told = await (await ask({})).text()
    for (const part of parts) expect(told).not.toContain(part)
    expect(told).toContain('***')
  })
})

describe('ERNIE’s token', () => {
  const { type, key, model } = ernie
  const channelAt = (url: string) => ({
    type,
    key,
    base_url: url,
    models: 'ernie',
    model_mapping: `{"ernie":"${model}"}`,
  })
  const ask = () =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'ernie', messages: [{ role: 'user', content: 'Hi' }] }),
    })

  test('is requested once for many calls, and once more if its host calls it invalid', async () => {
    const host = ernie.start()
    const { id } = await gateway.makeChannel(channelAt(host.url))
    const tokens = () => host.requests.filter(({ path }) => path.startsWith('/oauth')).length
    const statuses = async () => (await Promise.all(Array.from({ length: 8 }, ask))).map(({ status }) => status)
    expect([new Set(await statuses()), tokens()]).toEqual([new Set([200]), 1])
    await withdrawToken(host)
    expect([(await ask()).status, tokens()]).toEqual([200, 3])
    await gateway.consoleCall('DELETE', `/api/channel/${id}`)
    await host.stop()
  })

  test('that is refused again is a failure and is not requested a third time', async () => {
    const host = ernie.start()
    host.script = { ...SCRIPT }
    const { id } = await gateway.makeChannel({ ...channelAt(host.url), key: 'wrong|pair' })
    const response = await ask()
    expect([response.status, host.requests.length]).toEqual([502, 1])
    await gateway.consoleCall('DELETE', `/api/channel/${id}`)
    await host.stop()
  })
})

test('Spark’s refusal of a WebSocket gives the reason', async () => {
  const host = spark.start()
  const wrong = spark.key.replace('secret', 'another')
  const { id } = await gateway.makeChannel({
    type: spark.type,
    key: wrong,
    base_url: host.url,
    models: 'refused-spark',
    model_mapping: `{"refused-spark":"${spark.model}"}`,
  })
  for (const stream of [false, true]) {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'refused-spark', stream, messages: [{ role: 'user', content: 'Hi' }] }),
    })
    const { error } = await response.json()
    expect([response.status, error.message]).toEqual([401, expect.stringContaining('HMAC signature does not match')])
  }
  await gateway.consoleCall('DELETE', `/api/channel/${id}`)
  await host.stop()
})

test('ERNIE’s embeddings are requested without unknown members', async () => {
  const host = startWireUpstream(({ path }) =>
    path.startsWith('/oauth')
      ? { access_token: '24.token', expires_in: 2_592_000 }
      : {
          id: 'as-1',
          object: 'embedding_list',
          created: 1,
          data: [{ object: 'embedding', embedding: [0.5, 1], index: 0 }],
          usage: { prompt_tokens: 3, total_tokens: 3 },
        },
  )
  const { id } = await gateway.makeChannel({
    type: ernie.type,
    key: ernie.key,
    base_url: host.url,
    models: 'bge-large-zh',
  })
  const response = await fetch(`${gateway.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'bge-large-zh', input: 'Hi', encoding_format: 'float' }),
  })
  expect([response.status, (await response.json()).data]).toEqual([
    200,
    [{ object: 'embedding', embedding: [0.5, 1], index: 0 }],
  ])
  expect([host.requests.at(-1)?.path, host.lastJson()]).toEqual([
    '/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/bge_large_zh?access_token=24.token',
    { input: ['Hi'] },
  ])
  await gateway.consoleCall('DELETE', `/api/channel/${id}`)
  await host.stop()
})
