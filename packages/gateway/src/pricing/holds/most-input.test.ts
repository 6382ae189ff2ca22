import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { WireFormat } from '../../protocols/index.ts'
import { inputFacts, isPlainText, mostInput } from './most-input.ts'

type Json = Record<string, unknown>
const WINDOW = 10_000_000
const USUAL_WINDOW = 262_144

const sized = (
  body: Json | string,
  { model = 'm', format = 'openai-chat' as WireFormat, contextWindow = WINDOW } = {},
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const parsed = JSON.parse(text) as Json
  return mostInput({ text, model, format, member: name => parsed[name] }, { contextWindow, output: 1 })
}

const png = Buffer.from('\x89PNG....', 'latin1').toString('base64')
const wave = Buffer.from(`RIFF....WAVE${'x'.repeat(2_300)}`).toString('base64')
const around = (member: string) => `{"data":"${member}"}`.length - member.length

describe('the most a request can come to', () => {
  test('is a token for every byte of its text, and the instructions upstreams add for tools', () => {
    expect(sized({ text: 'añ' })).toEqual({ tokens: 14, imageTokens: 0, soundTokens: 0 })
    for (const name of ['tools', 'toolConfig', 'functions'])
      expect(sized({ [name]: [] }).tokens).toBe(JSON.stringify({ [name]: [] }).length + 1_024)
  })

  test('is 5000 tokens for every picture, carried or named by its address, and ten times that for one family', () => {
    const carried = `{"data":"${png}"}`
    expect(sized(carried)).toEqual({ tokens: around(png) + 5_000, imageTokens: 5_000, soundTokens: 0 })
    expect(sized(carried, { model: 'gpt-4o-mini' }).imageTokens).toBe(50_000)
    const named = { a: { url: 'https://x/a.png' }, b: { image_url: 'http://x/b.png' }, c: { url: 'data:,' } }
    expect(sized(named).imageTokens).toBe(10_000)
  })

  test('is a token for 32 characters of sound, and for each of a file', () => {
    const soundTokens = Math.ceil(wave.length / 32)
    expect(sized(`{"data":"${wave}"}`)).toEqual({ tokens: around(wave) + soundTokens, imageTokens: 0, soundTokens })
    const file = 'A'.repeat(2_000)
    expect(sized(`{"data":"${file}"}`)).toEqual({ tokens: around(file) + 2_000, imageTokens: 0, soundTokens: 0 })
  })

  test('is the model’s window and no more, pictures and sound included', () => {
    const contextWindow = 100
    expect(sized({ text: 'a'.repeat(500) }, { contextWindow }).tokens).toBe(100)
    expect(sized(`{"data":"${png}"}`, { contextWindow })).toMatchObject({ tokens: 100, imageTokens: 100 })
    expect(sized(`{"data":"${wave}"}`, { contextWindow: 20 })).toMatchObject({ tokens: 20, soundTokens: 20 })
  })
})

describe('what a request points at without carrying it', () => {
  test.each<[format: WireFormat, body: Json]>([
    ['openai-responses', { previous_response_id: 'r' }],
    ['openai-responses', { conversation: 'c' }],
    ['openai-responses', { prompt: { id: 'p' } }],
    ['anthropic-messages', { container: 'c' }],
    ['anthropic-messages', { mcp_servers: [] }],
    ['gemini', { cachedContent: 'c' }],
    ['gemini', { cached_content: 'c' }],
    ['openai-chat', { file: { file_id: 'f' } }],
    ['gemini', { file_data: { file_uri: 'f' } }],
    ['gemini', { tools: [{ google_search: {} }] }],
    ['gemini', { tools: [{ urlContext: {} }] }],
    ['openai-responses', { tools: [{ type: 'web_search' }] }],
    ['anthropic-messages', { tools: [{ type: 'code_execution_20250522' }] }],
  ])('counts in %s as a usual window, or the model’s own: %j', (format, body) => {
    expect(sized(body, { format }).tokens).toBe(USUAL_WINDOW)
    expect(sized(body, { format, contextWindow: 200_000 }).tokens).toBe(200_000)
  })

  test.each<[format: WireFormat, body: Json]>([
    ['openai-responses', { previous_response_id: null }],
    ['openai-chat', { previous_response_id: 'r' }],
    ['openai-chat', { tools: [{ type: 'function' }] }],
    ['openai-chat', { properties: { google_search: { type: 'string' } } }],
    ['openai-chat', { properties: { file_id: { type: 'string' } } }],
  ])('is nothing in %s of %j', (format, body) => {
    expect(sized(body, { format }).tokens).toBeLessThan(2_000)
  })

  test('is seen in letters written as escapes; a long text with such letters is taken at its worst', () => {
    expect(sized('{"file":{"file_\\u0069d":"f"}}').tokens).toBe(USUAL_WINDOW)
    expect(sized('{"text":"\\u0069"}').tokens).toBe('{"text":"\\u0069"}'.length)
    const long = (length: number) => `{"text":"\\u0069${'a'.repeat(length - '{"text":"\\u0069"}'.length)}"}`
    expect(sized(long(65_536)).tokens).toBe(65_536)
    expect(sized(long(65_537)).tokens).toBe(USUAL_WINDOW)
  })

  test('never makes a request that carries more come to less', () => {
    expect(sized({ file: { file_id: 'f' }, text: 'a'.repeat(300_000) }).tokens).toBeGreaterThan(300_000)
  })
})

describe('a text that is plain', () => {
  test('holds nothing of what is searched for one by one', () => {
    const pieces = fc.constantFrom(
      ...[
        '"tools"',
        '"toolConfig"',
        '"functions"',
        '"url"',
        '"image_url"',
        ':',
        ' : ',
        '"https://x"',
        '"http://x"',
        '{}',
        '{ }',
      ],
      ...[
        '"file_id"',
        '"fileuri"',
        '"file_uri"',
        '"file_url"',
        '"fileUri"',
        '"a"',
        '"google_search"',
        '"googlesearch"',
      ],
      ...[
        '"googleSearch"',
        '"googleSearchRetrieval"',
        '"url_context"',
        '"urlContext"',
        '"code_execution"',
        '"codeExecution"',
      ],
      ...[
        '"type"',
        '"web_search"',
        '"file_search"',
        '"code_interpreter"',
        '"mcp"',
        '"computer"',
        '"tool_search"',
        '"text"',
        ...['web_', 'file_search', 'code_', 'mcp', 'computer', 'tool_search', 'image_generation'].map(
          of => `"type": "${of}"`,
        ),
      ],
      ...['"image_generation"', '"\\u0074ype"', ',', '{', '}', 'tools', 'url'],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), said => {
        const text = said.join('')
        // Escapes are read of what is JSON alone.
        fc.pre(!text.includes('\\u') || isReadable(text))
        expect(inputFacts(text)).toEqual(inputFacts(text, false))
      }),
      { seed: 11, numRuns: 20_000 },
    )
  })

  test.each([
    '"modalities"',
    '"responseModalities"',
    '"response_modalities"',
    '"type" : "image_generation"',
    '"web_search_options"',
    'oogle_search"',
    'oogleSearch"',
    '"file_search"',
  ])('does not say %s, which makes its answer dearer', word => {
    expect(isPlainText(`{"a":[${word}]}`)).toBe(false)
    expect(isPlainText('{"messages":[{"role":"user","content":"use tools, url: modalities"}]}')).toBe(true)
  })
})

function isReadable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
