import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import { carriesSignatures } from '../../canonical/signature.ts'
import { asObject, asObjects, type JsonObject, tryParse } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { upstreamDialects } from '../index.ts'
import { context as bare, streamText } from '../laws/run.ts'
import { dialect } from './dialect.ts'

/** Another host's search results, as Messages clients receive them. */

const context = { ...bare, search: 'alone' as const }
const PAGES = [
  { url: 'https://one.example/a', title: 'One' },
  { url: 'https://two.example/b', title: 'Two' },
]

/** Each in its host's form: a search for `harbour` that found both pages. */
const FOUND: Readonly<Record<string, AnswerEvent[]>> = {
  gemini: upstreamDialects.gemini.readWhole({
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'It lies in the west.' }] },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['harbour'],
          groundingChunks: PAGES.map(({ url, title }) => ({ web: { uri: url, title } })),
          groundingSupports: [{ segment: { text: 'It lies in the west.' }, groundingChunkIndices: [0, 1] }],
        },
      },
    ],
  }),
  'openai-responses': upstreamDialects['openai-responses'].readWhole({
    id: 'resp_1',
    status: 'completed',
    output: [
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'harbour' } },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: 'It lies in the west.',
            annotations: PAGES.map(page => ({ type: 'url_citation', start_index: 0, end_index: 5, ...page })),
          },
        ],
      },
    ],
  }),
}

const found = Object.entries(FOUND).map(([host, events]) => ({ host, events }))

describe.each(found)('what $host found', ({ events }) => {
  const whole = [...asObjects(dialect.writeWhole(gather(events), context).body.content)]

  test('comes before the text, whole and streamed', () => {
    expect(blocksOfStream(events, context)).toEqual(whole)
    expect(whole.map(({ type }) => type)).toEqual(['server_tool_use', 'web_search_tool_result', 'text'])
    const [call, result, text] = whole
    expect(call).toEqual({
      type: 'server_tool_use',
      id: String(call?.id),
      name: 'web_search',
      input: { query: 'harbour' },
    })
    expect(call?.id).toMatch(/^srvtoolu_[a-zA-Z0-9_]+$/)
    expect(result?.tool_use_id).toBe(call?.id)
    expect(asObjects(result?.content).map(({ url, title }) => ({ url, title }))).toEqual(PAGES)
    expect(asObjects(text?.citations).map(({ url }) => url)).toEqual(PAGES.map(({ url }) => url))
  })

  test('becomes text when sent back, and no host gets content it did not seal', () => {
    const messages = [
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: whole },
      { role: 'user', content: 'Sure?' },
    ]
    expect(carriesSignatures(JSON.stringify(messages))).toBe(true)
    const canonical = dialect.readRequest({ model: 'm', max_tokens: 9, messages })
    for (const { writeRequest, limits } of Object.values(upstreamDialects)) {
      const written = JSON.stringify(writeRequest(canonical, { model: 'm' }).body)
      expect(written).not.toMatch(/srvtoolu|encrypted_(content|index)"?:|tollgate-seal/)
      if ('lastQuestion' in limits) continue
      for (const said of ['harbour', 'https://two.example/b', 'It lies in the west.']) expect(written).toContain(said)
    }
  })

  test('is not sent to clients that asked for no search', () => {
    const kinds = (blocks: readonly JsonObject[]) => blocks.map(({ type }) => type)
    expect(kinds(asObjects(dialect.writeWhole(gather(events), bare).body.content))).toEqual(['text'])
    expect(kinds(blocksOfStream(events, bare))).toEqual(['text'])
  })

  test('is left out of a stream that does not wait for it, and reported', () => {
    const beside = { ...bare, search: 'beside' as const }
    expect(blocksOfStream(events, beside).map(({ type }) => type)).toEqual(['text'])
    expect(streamText(dialect, events, beside).losses.map(({ what }) => what)).toContain('search results')
  })
})

test('a search without results is sent too', () => {
  const events = (FOUND['openai-responses'] ?? []).filter(({ type }) => type !== 'cite')
  const [call, result] = asObjects(dialect.writeWhole(gather(events), context).body.content)
  expect(call).toMatchObject({ type: 'server_tool_use', input: { query: 'harbour' } })
  expect(result).toMatchObject({ type: 'web_search_tool_result', content: [] })
})

test('each page is sent once, wherever it is cited', () => {
  const page = fc.record({ url: fc.constantFrom('https://a.example', 'https://b.example', 'https://c.example') })
  const texts = fc.array(fc.array(page, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(texts, cited => {
      const events = eventsOf(cited)
      const blocks = [...asObjects(dialect.writeWhole(gather(events), context).body.content)]
      expect(blocksOfStream(events, context)).toEqual(blocks)
      const urls = blocks.flatMap(({ type, content }) =>
        type === 'web_search_tool_result' ? asObjects(content).map(({ url }) => url) : [],
      )
      expect(urls).toEqual([...new Set(cited.flat().map(({ url }) => url))])
      expect(blocks.at(-1)?.type).toBe('text')
    }),
    { numRuns: 100, seed: 10 },
  )
})

const eventsOf = (texts: readonly (readonly { url: string }[])[]): AnswerEvent[] => [
  { type: 'start', id: 'a', model: 'm' },
  ...texts.flatMap((pages, index): AnswerEvent[] => [
    { type: 'open', index, part: { type: 'text' } },
    { type: 'delta', index, text: `Text ${index}.` },
    ...pages.map((citation): AnswerEvent => ({ type: 'cite', index, citation })),
    { type: 'close', index },
  ]),
  { type: 'finish', reason: 'stop', usage: null },
]

/** Gathers the blocks as an SDK does. */
function blocksOfStream(events: readonly AnswerEvent[], asked: typeof bare): JsonObject[] {
  const blocks: JsonObject[] = []
  const written = splitSse().push(new TextEncoder().encode(streamText(dialect, events, asked).text))
  for (const { data } of written) {
    const wire = asObject(tryParse(data ?? '')) ?? {}
    if (wire.type === 'content_block_start') blocks.push({ ...asObject(wire.content_block) })
    const block = blocks.at(-1)
    const delta = asObject(wire.delta)
    if (!block || wire.type !== 'content_block_delta') continue
    if (delta?.type === 'text_delta') block.text = `${block.text}${delta.text}`
    if (delta?.type === 'input_json_delta') block.input = tryParse(String(delta.partial_json))
    if (delta?.type === 'citations_delta') block.citations = [...asObjects(block.citations), asObject(delta.citation)]
  }
  return blocks
}
