import { describe, expect, test } from 'bun:test'
import type { Format } from '../protocols/index.ts'
import { isCheapToTest, testRequest } from './test-request.ts'

const OPENAI = 1
const everything = () => true
const of = (model: string, serves: (format: Format) => boolean = everything, type = OPENAI) =>
  testRequest(model, type, serves)

describe('a test request', () => {
  test.each<[string, Format]>([
    ['gpt-4o-mini', 'openai-chat'],
    ['gemini-2.5-flash-image', 'openai-chat'],
    ['text-embedding-3-small', 'openai-embeddings'],
    ['BAAI/bge-m3', 'openai-embeddings'],
    ['m3e-large', 'openai-embeddings'],
    ['bge-reranker-v2-m3', 'rerank'],
    ['rerank-v3.5', 'rerank'],
    ['omni-moderation-latest', 'openai-moderations'],
    ['dall-e-3', 'openai-image-generations'],
    ['gpt-image-1', 'openai-image-generations'],
    ['tts-1-hd', 'openai-speech'],
    ['gpt-4o-mini-tts', 'openai-speech'],
    ['gpt-3.5-turbo-instruct', 'openai-completions'],
  ])('for %s is %s', (model, format) => {
    const request = of(model)
    expect(request?.format).toBe(format)
    expect(request?.body.model).toBe(model)
  })

  test('asks for the minimum: one image, one document, sixteen tokens', () => {
    expect(of('dall-e-3')?.body).toMatchObject({ n: 1 })
    expect(of('rerank-v3.5')?.body).toMatchObject({ top_n: 1 })
    expect(of('gpt-3.5-turbo-instruct')?.body).toMatchObject({ max_tokens: 16 })
  })

  test('for a type that only embeds is an embedding, for any model name', () => {
    expect(of('anything', everything, 44)?.format).toBe('openai-embeddings')
  })

  test('in a format the channel does not take becomes a conversation', () => {
    expect(of('bge-m3', format => format === 'openai-chat')?.format).toBe('openai-chat')
  })

  test('for a channel that takes none is none', () => {
    expect(of('anything', () => false)).toBeNull()
  })

  test.each([
    'whisper-1',
    'gpt-4o-transcribe',
    'gpt-realtime',
    'sora-2',
    'veo-3',
    'mj_imagine',
    'suno_music',
    'kling-v1',
    'wan2.5-t2v-preview',
  ])('cannot be made for %s', model => {
    expect(of(model)).toBeNull()
  })

  test.each<[string, object]>([
    ['gpt-4o', { max_tokens: 16 }],
    ['o3-mini', { max_completion_tokens: 16 }],
    ['gpt-5-nano', { max_completion_tokens: 16 }],
    ['gemini-2.5-pro', { max_tokens: 300 }],
    ['qwen3-thinking', { max_tokens: 50 }],
    ['claude-sonnet-4-thinking', {}],
  ])('leaves %s room to think', (model, limit) => {
    expect(of(model)?.body).toEqual({
      model,
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      ...limit,
    })
  })
})

test('images, sound and untestable models are not chosen to test a channel', () => {
  expect(['gpt-4o', 'bge-m3', 'dall-e-3', 'tts-1', 'whisper-1'].filter(isCheapToTest)).toEqual(['gpt-4o', 'bge-m3'])
})
