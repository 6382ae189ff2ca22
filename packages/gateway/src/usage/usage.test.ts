import { describe, expect, test } from 'bun:test'
import { noUsage, type Usage } from '../canonical/usage.ts'
import { readAnthropicUsage } from '../protocols/anthropic-messages/read-usage.ts'
import { readGeminiUsage } from '../protocols/gemini/read-usage.ts'
import { readOpenAiUsage } from './openai.ts'

/** The counts of a report that are not zero. */
function counts(reported: { usage: Usage } | null) {
  if (!reported) return null
  const { raw: _, suspect: _named, toolCalls, ...numbers } = reported.usage
  const told = Object.fromEntries(Object.entries(numbers).filter(([, count]) => count !== 0))
  return Object.keys(toolCalls).length > 0 ? { ...told, toolCalls } : told
}

describe('OpenAI', () => {
  test('cached, written, audio and image tokens are not part of the input', () => {
    const raw = {
      prompt_tokens: 100,
      completion_tokens: 60,
      total_tokens: 160,
      prompt_tokens_details: {
        cached_tokens: 40,
        cache_write_tokens: 20,
        audio_tokens: 10,
        image_tokens: 5,
        video_tokens: 0,
      },
      completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 7, image_tokens: 3 },
    }
    expect(readOpenAiUsage(raw)).toEqual({
      usage: {
        ...noUsage(),
        input: 25,
        cacheRead: 40,
        cacheWrite5m: 20,
        audioInput: 10,
        imageInput: 5,
        output: 50,
        reasoning: 30,
        audioOutput: 7,
        imageOutput: 3,
        raw,
      },
      suspect: [],
    })
  })

  test.each([
    ['Responses', { input_tokens: 9, input_tokens_details: { cached_tokens: 4 }, output_tokens: 3 }],
    ['DeepSeek', { prompt_tokens: 9, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 5, completion_tokens: 3 }],
    ['Mistral', { prompt_tokens: 9, num_cached_tokens: 4, completion_tokens: 3 }],
    ['Moonshot', { prompt_tokens: 9, cached_tokens: 4, prompt_tokens_details: null, completion_tokens: 3 }],
  ])('cached tokens as %s names them', (_host, raw) => {
    expect(counts(readOpenAiUsage(raw))).toEqual({ input: 5, cacheRead: 4, output: 3 })
  })

  test('reasoning that xAI counts only in the total is output', () => {
    const raw = {
      prompt_tokens: 32,
      completion_tokens: 9,
      total_tokens: 135,
      completion_tokens_details: { reasoning_tokens: 94 },
    }
    expect(counts(readOpenAiUsage(raw))).toEqual({ input: 32, output: 103, reasoning: 94 })
  })

  test('a total alone is input', () => {
    expect(counts(readOpenAiUsage({ total_tokens: 8 }))).toEqual({ input: 8 })
  })

  test('searches run by OpenRouter are tool calls', () => {
    const raw = { prompt_tokens: 1, completion_tokens: 1, server_tool_use_details: { web_search_requests: 2 } }
    expect(counts(readOpenAiUsage(raw))).toEqual({ input: 1, output: 1, toolCalls: { web_search: 2 } })
  })

  test.each([
    ['negative', { prompt_tokens: -5, completion_tokens: 3 }, { output: 3 }, ['prompt_tokens']],
    ['text', { prompt_tokens: '12', completion_tokens: 'many' }, { input: 12 }, ['prompt_tokens', 'completion_tokens']],
    [
      'fractions',
      { prompt_tokens: 1.5, completion_tokens: Infinity },
      { input: 1 },
      ['prompt_tokens', 'completion_tokens'],
    ],
    [
      'more cached than there was',
      { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 99, audio_tokens: 5 } },
      { cacheRead: 10 },
      ['cacheRead'],
    ],
    [
      'more reasoning than output',
      { prompt_tokens: 1, completion_tokens: 10, completion_tokens_details: { reasoning_tokens: 11 } },
      { input: 1, output: 10, reasoning: 10 },
      ['reasoning_tokens'],
    ],
    ['too much to be exact', { prompt_tokens: 1e300 }, { input: Number.MAX_SAFE_INTEGER }, ['prompt_tokens']],
  ])('%s is corrected and named', (_what, raw, expected, suspect) => {
    expect(counts(readOpenAiUsage(raw))).toEqual(expected)
    expect(readOpenAiUsage(raw)?.suspect).toEqual(suspect)
  })

  test.each([[null], [undefined], [7], ['text'], [[]], [{}], [{ cost: 1 }], [{ prompt_tokens: null }]])(
    '%j reports nothing',
    raw => {
      expect(readOpenAiUsage(raw)).toBeNull()
    },
  )
})

describe('Anthropic', () => {
  test('cached and written tokens are separate from the input, written ones by their lifetime', () => {
    const raw = {
      input_tokens: 3,
      cache_read_input_tokens: 1111,
      cache_creation_input_tokens: 418,
      cache_creation: { ephemeral_5m_input_tokens: 400, ephemeral_1h_input_tokens: 18 },
      output_tokens: 33,
      output_tokens_details: { thinking_tokens: 20 },
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 5 },
    }
    expect(counts(readAnthropicUsage(raw))).toEqual({
      input: 3,
      cacheRead: 1111,
      cacheWrite5m: 400,
      cacheWrite1h: 18,
      output: 33,
      reasoning: 20,
      toolCalls: { web_search: 2 },
    })
  })

  test('written tokens without a lifetime have the short one', () => {
    expect(counts(readAnthropicUsage({ cache_creation_input_tokens: 7 }))).toEqual({ cacheWrite5m: 7 })
  })
})

describe('Gemini', () => {
  test('cached tokens are not part of the input; thoughts and tool results are added', () => {
    const raw = {
      promptTokenCount: 345,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 77 },
        { modality: 'IMAGE', tokenCount: 258 },
        { modality: 'AUDIO', tokenCount: 10 },
      ],
      cachedContentTokenCount: 191,
      cacheTokensDetails: [
        { modality: 'IMAGE', tokenCount: 143 },
        { modality: 'TEXT', tokenCount: 48 },
      ],
      candidatesTokenCount: 80,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 50 }],
      thoughtsTokenCount: 141,
      toolUsePromptTokenCount: 100,
      totalTokenCount: 666,
    }
    expect(counts(readGeminiUsage(raw))).toEqual({
      input: 129,
      cacheRead: 191,
      audioInput: 10,
      imageInput: 115,
      output: 171,
      reasoning: 141,
      imageOutput: 50,
    })
  })

  test('an early event that names only the traffic type reports nothing', () => {
    expect(readGeminiUsage({ trafficType: 'ON_DEMAND' })).toBeNull()
  })
})
