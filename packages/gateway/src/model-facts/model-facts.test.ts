import { expect, test } from 'bun:test'
import type { Abilities } from '@tollgate/contract'
import { readRecordingFiles } from '../protocols/laws/recording-files.ts'
import { abilitiesOf } from './abilities.ts'
import { modelFacts } from './index.ts'
import { makerOf } from './makers.ts'

const AT = new Date('2026-08-01')
const facts = (...names: string[]) => modelFacts(names, { contextWindows: {}, metadata: {} }, AT)

test.each([
  ['gpt-5.5', 'OpenAI'],
  ['o3-mini', 'OpenAI'],
  ['openai/gpt-oss-120b', 'OpenAI'],
  ['us.anthropic.claude-sonnet-4-6', 'Anthropic'],
  ['gemini-3-pro', 'Google'],
  ['deepseek-r1-distill-llama-70b', 'DeepSeek'],
  ['meta-llama/llama-4-scout', 'Meta'],
  ['Qwen/Qwen2.5-VL-72B-Instruct', 'Alibaba'],
  ['mistral-large-latest', 'Mistral'],
  ['my-own-model', ''],
  ['constructor', ''],
])('%s is made by “%s”', (model, maker) => {
  expect(makerOf(model)).toBe(maker)
})

test.each<[string, Abilities]>([
  ['claude-opus-5', { chat: true, vision: true, tools: true, reasoning: true }],
  ['gpt-4o', { chat: true, vision: true, tools: true, reasoning: false }],
  ['gpt-5-mini', { chat: true, vision: true, tools: true, reasoning: true }],
  ['o3-mini', { chat: true, tools: true, reasoning: true }],
  ['deepseek-reasoner', { chat: true, tools: true, reasoning: true }],
  ['text-embedding-3-small', { embeddings: true, chat: false, tools: false, reasoning: false }],
  ['rerank-v3.5', { rerank: true, chat: false, tools: false, reasoning: false }],
  ['gpt-image-1', { images: true, chat: false, tools: false, reasoning: false }],
  ['gpt-4o-mini-tts', { audio: true, chat: false, tools: false, reasoning: false }],
  ['sora-2', { video: true, chat: false, tools: false, reasoning: false }],
  ['veo-3.1-generate-preview', { video: true, chat: false, tools: false, reasoning: false }],
  ['wan2.5-t2v-preview', { video: true, chat: false, tools: false, reasoning: false }],
  ['gemini-2.5-flash-image', { chat: true, vision: true, images: true, reasoning: true }],
  ['my-own-model', {}],
])('the abilities of %s are exactly %o', (model, abilities) => {
  expect(abilitiesOf(model)).toEqual(abilities)
})

test.each([
  ['tts-1-hd', 'speech'],
  ['gpt-4o-mini-tts-2025-12-15', 'speech'],
  ['whisper-1', 'transcriptions'],
  ['openai/whisper-large-v3-turbo', 'transcriptions'],
  ['gpt-4o-mini-transcribe', 'transcriptions'],
  ['gpt-4o-audio-preview', null],
  ['gemini-2.5-flash-preview-tts', null],
  ['suno_music', null],
  ['gpt-4o', null],
])('%s is called at audio/%s', (model, endpoint) => {
  expect(facts(model).audioEndpoint).toBe(endpoint as never)
})

test('a model with a price for sound takes sound, and the operator’s context window overrides the package’s', () => {
  expect(facts('gemini-2.5-flash').abilities.audio).toBe(true)
  expect(facts('gpt-4o').contextWindow).toBe(128_000)
  expect(modelFacts(['gpt-4o'], { contextWindows: { 'gpt-4o': 9 }, metadata: {} }, AT).contextWindow).toBe(9)
  expect(facts('my-own-model')).toEqual({
    maker: '',
    description: '',
    contextWindow: null,
    abilities: {},
    audioEndpoint: null,
    isPricedBySecond: false,
  })
})

test('the operator’s maker and abilities override those by name, and the others stay', () => {
  const metadata = { 'gpt-4o': { maker: 'House', description: 'Ours.', abilities: { vision: false } } }
  const { maker, description, abilities } = modelFacts(['gpt-4o'], { contextWindows: {}, metadata }, AT)
  expect({ maker, description }).toEqual({ maker: 'House', description: 'Ours.' })
  expect(abilities).toMatchObject({ chat: true, vision: false, tools: true })
  expect(modelFacts(['gpt-4o'], { contextWindows: {}, metadata: { other: { maker: 'House' } } }, AT).maker).toBe(
    'OpenAI',
  )
})

test('fixed prices of some vendors’ videos are per second', () => {
  const names = ['veo-3.1-fast-generate-preview', 'wan2.5-t2v-preview', 'sora-2', 'kling-v2-master', 'dall-e-3']
  expect(names.map(name => facts(name).isPricedBySecond)).toEqual([true, true, true, false, false])
})

/** Abilities that a recorded call proves for the model that answered it. */
const shown = readRecordingFiles().flatMap(({ name, exchange: { request, response } }) => {
  const model = request.body?.model ?? /models?\/([^:/]+)/.exec(request.path)?.[1]
  if (typeof model !== 'string' || response.status >= 300) return []
  const [asked, answered] = [JSON.stringify(request.body ?? ''), JSON.stringify(response.body ?? '')]
  return [
    {
      name,
      model: decodeURIComponent(model),
      vision: /"(input_)?image(_url)?"|"image\//.test(asked),
      tools: /tool_calls|tool_use|functionCall|function_call|toolUse/.test(answered),
    },
  ]
})

test('no model lacks an ability that a recorded call proves', () => {
  const denied = shown.filter(({ model, vision, tools }) => {
    const known = abilitiesOf(model)
    return (vision && known.vision === false) || (tools && known.tools === false)
  })
  expect(shown.filter(({ tools }) => tools).length).toBeGreaterThan(20)
  expect(denied.map(({ name, model }) => `${name}: ${model}`)).toEqual([])
})
