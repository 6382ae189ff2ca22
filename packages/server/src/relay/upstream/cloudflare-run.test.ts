import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { cloudflareRun } from '../../../test/support/vendors/cloudflare-run.ts'
import { SCRIPT, type VendorStandIn } from '../../../test/support/vendors/vendor.ts'

let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  bearer = (await gateway.makeToken()).bearer
})
afterAll(() => gateway.stop())

const { type, key, other, model, usage, failure } = cloudflareRun
const SAID = SCRIPT.pieces.join('')

describe.each([true, false])('text completions run by Cloudflare; usage reported: %p', counts => {
  let host: VendorStandIn
  let channelId: number

  beforeAll(async () => {
    host = cloudflareRun.start(counts)
    channelId = (await gateway.makeChannel({ type, key, other, base_url: host.url, models: model })).id
  })
  beforeEach(() => {
    Object.assign(host, { script: SCRIPT, left: 0 })
    host.requests.length = 0
  })
  afterAll(async () => {
    await gateway.consoleCall('DELETE', `/api/channel/${channelId}`)
    await host.stop()
  })

  const ask = (body: object, init: RequestInit = {}) =>
    fetch(`${gateway.url}/v1/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model, prompt: 'Once', ...body }),
      ...init,
    })
  const sent = () => JSON.parse(host.requests.at(-1)?.body ?? '')
  async function heard(response: Response) {
    const told = await response.text()
    const chunks = [...told.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    const choices = chunks.flatMap(chunk => chunk.choices ?? [])
    return {
      text: choices.map(({ text }) => text).join(''),
      ends: choices.findLast(({ finish_reason }) => finish_reason)?.finish_reason,
      usage: chunks.findLast(chunk => chunk.usage)?.usage,
      error: chunks.find(({ error }) => error)?.error,
      isDone: told.includes('data: [DONE]'),
    }
  }

  test('come whole', async () => {
    const response = await ask({ max_tokens: 5, temperature: 0.5 })
    const answer = await response.json()
    expect([response.status, answer.object, answer.choices]).toEqual([
      200,
      'text_completion',
      [{ text: SAID, index: 0, logprobs: null, finish_reason: 'stop' }],
    ])
    expect(response.headers.get('x-tollgate-losses')).toStartWith('finish_reason: ')
    if (counts) expect(answer.usage).toMatchObject(usage)
    expect(sent()).toEqual({ prompt: 'Once', raw: true, max_tokens: 5, temperature: 0.5, stream: false })
  })

  test('stream piece by piece', async () => {
    const response = await ask({ stream: true, stream_options: { include_usage: true } })
    const answer = await heard(response)
    expect([answer.text, answer.ends, answer.isDone, answer.error]).toEqual([SAID, 'stop', true, undefined])
    if (counts) expect(answer.usage).toMatchObject(usage)
    expect(sent()).toEqual({ prompt: 'Once', raw: true, stream: true })
    const [row] = await gateway.logsOf(response)
    expect(JSON.stringify(row?.other)).toContain('does not report why an answer ended')
  })

  test('take Cloudflare’s own members', async () => {
    expect((await ask({ raw: false, lora: 'my-lora' })).status).toBe(200)
    expect(sent()).toEqual({ prompt: 'Once', raw: false, lora: 'my-lora', stream: false })
  })

  test('drop members that Cloudflare does not have, and say so', async () => {
    const response = await ask({ stop: ['.'], echo: true })
    const losses = response.headers.get('x-tollgate-losses')
    expect([response.status, losses]).toEqual([200, expect.stringContaining('stop: ')])
    expect(losses).toContain('echo')
    expect(sent()).toEqual({ prompt: 'Once', raw: true, stream: false })
  })

  test.each([false, true])('a failure at status 200 is a failure; stream: %p', async stream => {
    host.script = { ...SCRIPT, fails: 'at-once' }
    const response = await ask({ stream })
    const { error } = await response.json()
    expect([response.status, error.message]).toEqual([failure.status, expect.stringContaining(failure.message)])
  })

  test('a failure in mid-stream ends the stream with an error', async () => {
    host.script = { ...SCRIPT, fails: 'half-way' }
    const answer = await heard(await ask({ stream: true }))
    expect([answer.text, answer.error?.message]).toEqual(['Hel', expect.stringContaining(failure.message)])
  })

  test('are charged by its count or by ours, and the row says which', async () => {
    for (const stream of [false, true]) {
      const response = await ask({ stream })
      await response.text()
      const [row] = await gateway.logsOf(response)
      if (counts) expect(row).toMatchObject(usage)
      else {
        expect(row?.completion_tokens).toBeGreaterThan(0)
        expect(JSON.stringify(row?.other)).toContain('estimated')
      }
    }
  })

  test('are broken off when the client leaves', async () => {
    host.script = { ...SCRIPT, hangs: true }
    const leaving = new AbortController()
    const response = await ask({ stream: true }, { signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    await until(
      async () => host.left,
      left => left > 0,
    )
    const [row] = await until(
      () => gateway.logsOf(response),
      rows => rows.length > 0,
    )
    expect(row?.completion_tokens).toBeGreaterThan(0)
  })

  test('conversations still go to Chat', async () => {
    await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
    })
    expect(host.requests[0]?.path).toBe(`/client/v4/accounts/${other}/ai/v1/chat/completions`)
  })
})
