import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, LogOther } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string

const CLAUDE = 'claude-sonnet-4-5-thinking'

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  upstream.answer = (response, { path }) =>
    answerJson(
      response,
      200,
      path === '/v1/messages' ? MESSAGE : path.includes('generateContent') ? CONTENT : COMPLETION,
    )
  gateway = await startGateway()
  await gateway.setOption('gemini.thinking_adapter_enabled', true)
  await gateway.setOption('ModelRatio', JSON.stringify({ 'gpt-5-high': 3, 'gemini-2.5-flash-thinking-*': 2 }))
  await gateway.makeChannel({ type: 1, base_url: upstream.url, models: 'gpt-5-high,o3' })
  await gateway.makeChannel({ type: 14, base_url: upstream.url, models: CLAUDE })
  await gateway.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.5-flash-thinking-*' })
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const COMPLETION = {
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 7, completion_tokens: 5 },
}
const MESSAGE = {
  id: 'msg',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'Yes.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 7, output_tokens: 5 },
}
const CONTENT = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5 },
}

async function consoleCall(path: string, model: string, more: object = {}) {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }], ...more }),
  })
  expect(response.status).toBe(200)
  const [log] = (await gateway.logsOf(response)) as [Log]
  const { path: sentTo = '', body = '' } = upstream.received.at(-1) ?? {}
  return { sentTo, sent: JSON.parse(body), log, other: JSON.parse(log.other) as LogOther }
}

describe('a model’s name with a reasoning suffix', () => {
  test('is priced by its full name and sent without its suffix', async () => {
    const { sent, log, other } = await consoleCall('/v1/chat/completions', 'gpt-5-high', {
      temperature: 0.2,
      max_tokens: 50,
    })
    expect(sent).toEqual({
      model: 'gpt-5',
      messages: [{ role: 'user', content: 'Hi' }],
      max_completion_tokens: 50,
      reasoning_effort: 'high',
    })
    expect([log.model_name, other.model_ratio, other.upstream_model_name]).toEqual(['gpt-5-high', 3, 'gpt-5'])
    expect(other.losses).toEqual(['temperature: this model takes the default only'])
    expect(other.reasoning_effort).toBe('high')
  })

  test('is understood for Claude by clients of its own dialect and others', async () => {
    const thinking = { type: 'enabled', budget_tokens: 8000 }
    const own = await consoleCall('/v1/messages', CLAUDE, { max_tokens: 10_000 })
    expect(own.sent).toMatchObject({ model: 'claude-sonnet-4-5', max_tokens: 10_000, thinking })
    const other = await consoleCall('/v1/chat/completions', CLAUDE, { max_tokens: 10_000 })
    expect(other.sent).toMatchObject({ model: 'claude-sonnet-4-5', max_tokens: 10_000, thinking })
    // the full name has no price, so the price of the name without its suffix applies
    expect(other.other.model_ratio).toBe(1.5)
  })

  test('goes into Gemini’s URL without its suffix, which may name any budget', async () => {
    const { sentTo, sent, other } = await consoleCall('/v1/chat/completions', 'gemini-2.5-flash-thinking-1234')
    expect(sentTo).toBe('/v1beta/models/gemini-2.5-flash:generateContent')
    expect(sent.generationConfig.thinkingConfig).toEqual({ thinkingBudget: 1234, includeThoughts: true })
    expect(other.model_ratio).toBe(2)
  })
})

test('a reasoning model gets only members it accepts, and the client’s other bytes unchanged', async () => {
  const body =
    '{"model":"o3", "messages": [{"role":"system","content":"Be brief"}, {"role":"user","content":"Hi"}], "max_tokens":9}'
  await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body,
  })
  expect(upstream.received.at(-1)?.body).toBe(
    body.replace('"system"', '"developer"').replace(', "max_tokens":9', ',"max_completion_tokens":9'),
  )
})
