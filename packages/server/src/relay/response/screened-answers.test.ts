import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const WHOLE = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'It is an open sesame, you see' }, finish_reason: 'stop' },
  ],
  usage: USAGE,
}
const PIECES = ['It is an o', 'pen se', 'same, you see']

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'gpt-4o' })
  await gateway.setOption('ModelRatio', '{"gpt-4o":1}')
  await gateway.setOption(
    'SensitiveWords',
    ['Open Sesame', ...Array.from({ length: 20_000 }, (_, at) => `never${at}said`)].join('\n'),
  )
  bearer = (await gateway.makeToken()).bearer
  upstream.answer = (response, { body }) => {
    if (!JSON.parse(body).stream) return answerJson(response, 200, WHOLE)
    const deltas = PIECES.map(content => chunk({ content }))
    answerEvents(response, ...deltas, chunk({}, 'stop'), { ...chunk({}), choices: [], usage: USAGE }, '[DONE]')
  }
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const BODIES = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'Hello' }] },
  '/v1/messages': { max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] },
  '/v1/responses': { input: 'Hello' },
}
type Path = keyof typeof BODIES
const paths = Object.keys(BODIES) as Path[]

const call = (path: Path, stream: boolean, id = crypto.randomUUID() as string) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
    body: JSON.stringify({ model: 'gpt-4o', stream, ...BODIES[path] }),
  })

const rowOf = async (id: string) => {
  const find = () => gateway.consoleCall<{ items: Log[] }>('GET', '/api/log/?p=1&page_size=20')
  const { items } = await until(find, ({ items }) => items.some(row => row.request_id === id))
  return items.filter(row => row.request_id === id)
}

/** The text in a stream of any dialect. */
const saidIn = (text: string): string =>
  [...text.matchAll(/^data: (\{.*)$/gm)]
    .map(([, json = '']) => JSON.parse(json))
    .map(
      event =>
        event.choices?.[0]?.delta?.content ??
        event.delta?.text ??
        (event.type === 'response.output_text.delta' ? event.delta : ''),
    )
    .join('')

describe.each(paths)('an answer at %s', path => {
  test('is not searched unless the operator wants it', async () => {
    await gateway.setOption('CheckSensitiveOnCompletionEnabled', false)
    expect(await (await call(path, false)).text()).toContain('open sesame')
    expect(saidIn(await (await call(path, true)).text())).toBe(PIECES.join(''))
  })

  test('has its words masked, whole and streamed, at an unchanged cost', async () => {
    await gateway.setOption('CheckSensitiveOnCompletionEnabled', true)
    await gateway.setOption('StopOnSensitiveEnabled', false)
    const [whole, streamed] = [crypto.randomUUID(), crypto.randomUUID()]
    const text = await (await call(path, false, whole)).text()
    expect([text.includes('sesame'), text.includes('It is an **** ******, you see')]).toEqual([false, true])
    const stream = await (await call(path, true, streamed)).text()
    expect(stream.includes('se"')).toBe(false)
    expect(saidIn(stream)).toBe('It is an **** ******, you see')
    const [one] = await rowOf(whole)
    const [other] = await rowOf(streamed)
    expect([one?.quota, one?.completion_tokens]).toEqual([other?.quota, 20])
  })

  test('ends at the word with an error if the operator wants that, and is charged for what was produced', async () => {
    await gateway.setOption('CheckSensitiveOnCompletionEnabled', true)
    await gateway.setOption('StopOnSensitiveEnabled', true)
    const [whole, streamed] = [crypto.randomUUID(), crypto.randomUUID()]
    const refused = await call(path, false, whole)
    expect(refused.status).toBe(403)
    expect(await refused.text()).not.toContain('sesame')
    const stream = await (await call(path, true, streamed)).text()
    expect(saidIn(stream)).toMatch(/^It is an \*{4} \*{6}/)
    expect(stream).toContain('words that are not allowed here')
    for (const id of [whole, streamed]) {
      const rows = await rowOf(id)
      expect(rows).toHaveLength(1)
      const other = JSON.parse(rows[0]?.other ?? '{}')
      expect([other.error_code, other.charge_rule.ended_by, (rows[0]?.quota ?? 0) > 0]).toEqual([
        'sensitive_words_answered',
        'gateway_stop',
        true,
      ])
    }
  })
})
