import { expect, test } from 'bun:test'
import { patchJson } from '../raw/patch-json.ts'
import { reasoningModelPatches } from './reasoning-models.ts'

function put(model: string, body: Record<string, unknown>, wire = 'openai-chat') {
  const { patches, losses } = reasoningModelPatches(wire, model, name => body[name])
  return { body: JSON.parse(patchJson(JSON.stringify(body), patches)), losses: losses.map(({ what }) => what) }
}

test.each(['o3', 'o4-mini', 'gpt-5', 'gpt-5-mini', 'gpt-5.4', 'gpt-5-chat-latest'])(
  '%s gets its limit once, under the newer name',
  model => {
    expect(put(model, { max_tokens: 9 }).body).toEqual({ max_completion_tokens: 9 })
    expect(put(model, { max_tokens: 9, max_completion_tokens: 5 }).body).toEqual({ max_completion_tokens: 5 })
  },
)

test('members a model refuses are removed and reported', () => {
  expect(put('gpt-5', { temperature: 0.2, top_p: 0.5, presence_penalty: 1, seed: 7 })).toEqual({
    body: { presence_penalty: 1, seed: 7 },
    losses: ['temperature', 'topP'],
  })
  expect(put('o3', { presence_penalty: 1, logit_bias: { 1: 2 } })).toEqual({
    body: {},
    losses: ['presencePenalty', 'logitBias'],
  })
})

test('members with neutral values are kept', () => {
  const body = { temperature: 1, top_p: 1, presence_penalty: 0 }
  expect(put('o3', body)).toEqual({ body, losses: [] })
})

test('models that think only when asked keep their sampling members until then', () => {
  const sampled = { temperature: 0.2 }
  expect(put('gpt-5.2', sampled).body).toEqual(sampled)
  expect(put('gpt-5.2', { ...sampled, reasoning_effort: 'none' }).losses).toEqual([])
  expect(put('gpt-5.2', { ...sampled, reasoning_effort: 'low' }).body).toEqual({ reasoning_effort: 'low' })
  expect(put('gpt-5.2', { ...sampled, reasoning: { effort: 'low' } }, 'openai-responses').losses).toEqual([
    'temperature',
  ])
  expect(put('gpt-5.2-codex', sampled).body).toEqual({})
})

test('the first instructions come from a developer if the model knows that role', () => {
  const [system, user] = [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Hi' },
  ]
  expect(put('o3', { messages: [system, user] }).body.messages).toEqual([{ ...system, role: 'developer' }, user])
  expect(put('o3', { messages: [user, system] }).body.messages).toEqual([user, system])
  expect(put('o1-mini', { messages: [system, user] }).body.messages).toEqual([system, user])
})

test.each(['gpt-4o', 'gpt-image-1', 'openai/gpt-5', 'claude-opus-4-8'])('%s is unchanged', model => {
  const body = { max_tokens: 9, temperature: 0.2 }
  expect(put(model, body)).toEqual({ body, losses: [] })
})
