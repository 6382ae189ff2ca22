import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Log } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

/** In US dollars: half a million quota each. */
const BUDGET = '0.01'
const BUDGET_QUOTA = 5_000

const whole = startWireUpstream(() => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'whole',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
}))
let endless: HeldUpstream
let gateway: TestGateway
let bearer: string
beforeAll(async () => {
  endless = await startHeldUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: whole.url, models: 'whole' })
  await gateway.makeChannel({ base_url: endless.url, models: 'endless' })
  await gateway.setOption('ModelRatio', '{"whole":1,"endless":1}')
  await gateway.setOption('CompletionRatio', '{"whole":1,"endless":1}')
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await whole.stop()
  await endless.stop()
})

const HELLO = [{ role: 'user', content: 'Go on' }]
const call = (budget: string, body: object, path = '/v1/chat/completions') =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'x-tollgate-budget': budget },
    body: JSON.stringify({ messages: HELLO, ...body }),
  })

test('a call within its budget is sent without the budget header and with a lowered output limit', async () => {
  const response = await call(BUDGET, { model: 'whole', max_tokens: 100_000 })
  expect(response.status).toBe(200)
  expect((whole.lastJson() as { max_tokens: number }).max_tokens).toBeLessThan(BUDGET_QUOTA)
  expect(whole.requests.at(-1)?.headers.has('x-tollgate-budget')).toBe(false)
})

test('a stream ends with its protocol’s own stop before it costs more than its budget', async () => {
  const response = await call(BUDGET, { model: 'endless', stream: true })
  endless.goOnForEver()
  expect(await response.text()).toMatch(/"finish_reason":"length"}\]}\n\ndata: \[DONE\]\n\n$/)
  const [row] = (await gateway.logsOf(response)) as [Log]
  expect(row.quota).toBeGreaterThan(BUDGET_QUOTA * 0.8)
  expect(row.quota).toBeLessThanOrEqual(BUDGET_QUOTA)
})

test('a call whose least cost exceeds its budget is refused before anything is sent', async () => {
  const before = whole.requests.length
  const response = await call('0.000002', { model: 'whole' })
  expect([response.status, (await response.json()).error]).toEqual([
    403,
    expect.objectContaining({ code: 'budget_insufficient', type: 'insufficient_quota' }),
  ])
  expect(whole.requests.length).toBe(before)
})

test.each([
  '',
  '-1',
  '1e3',
  'NaN',
  'Infinity',
  '$1',
  '1,5',
  '0.1234567',
  '.5',
  '5.',
  '0x10',
  '1.0, 2.0',
  '9999999',
  '０.５',
])('the budget “%s” is refused in every dialect', async text => {
  // A header has bytes, not characters.
  const budget = Buffer.from(text).toString('latin1')
  const body = { model: 'whole', max_tokens: 9 }
  const chat = await call(budget, body)
  expect([chat.status, (await chat.json()).error]).toMatchObject([400, { code: 'budget_invalid' }])
  const messages = await call(budget, body, '/v1/messages')
  expect([messages.status, await messages.json()]).toMatchObject([
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining('X-Tollgate-Budget') } },
  ])
})
