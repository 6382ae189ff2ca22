import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { factsIn, mostInput } from '../pricing/holds/most-input.ts'
import { CARRIED, type Json, OUTSIDE, SMALL } from '../pricing/holds/testing/requests.ts'
import type { WireFormat } from '../protocols/index.ts'
import { scanObject } from '../raw/scan-json.ts'
import { withoutUnknown } from './without-unknown.ts'

const SEED = 51
const WINDOW = 1_000_000

const known = (format: WireFormat, body: Json, keeps?: (name: string) => boolean) => {
  const { body: sent, losses } = withoutUnknown(scanObject(JSON.stringify(body)), { format, ...(keeps && { keeps }) })
  return { body: JSON.parse(sent.text), text: sent.text, losses: losses.map(({ what }) => what) }
}
const tokensOf = (format: WireFormat, text: string): number =>
  mostInput({ model: 'm', format, facts: factsIn(format, text) }, { contextWindow: WINDOW, output: 1 }).tokens

const rows = (table: Partial<Record<WireFormat, readonly Json[]>>) =>
  Object.entries(table).flatMap(([format, bodies]) =>
    bodies.map((body): [WireFormat, Json] => [
      format as WireFormat,
      { ...CARRIED[format as keyof typeof CARRIED], ...body },
    ]),
  )

/**
 * Listed content that costs the whole window: searches, stored files and conversations, ids of content a host keeps.
 */
const LISTED = new RegExp(
  [
    'web_?search',
    'file_?search',
    'google_?search',
    'image_generation',
    'code_interpreter|container_auto|code_execution_2',
    'web_fetch|google_?maps',
    'retrieval',
    'cached_?content',
    'fileid:',
    '"(file_id|file_url|previous_(response|interaction)_id|conversation|prompt|container|mcp_servers)":',
    '"id":"(msg|rs|cmp|fc)_1"',
    '"input":\\["http|"input":"http|"text":"http|"documents":\\["http',
    'query',
  ].join('|'),
  'i',
)

describe('a channel that sends only known members', () => {
  test.each(rows(SMALL))('%s is sent unchanged: %j', (format, body) => {
    const text = JSON.stringify(body)
    const scanned = scanObject(text)
    expect(withoutUnknown(scanned, { format }).body).toBe(scanned)
  })

  test.each(rows(OUTSIDE))('%s holds no window for unlisted content: %j', (format, body) => {
    const { text, losses } = known(format, body)
    const again = known(format, JSON.parse(text))
    expect([again.text, again.losses]).toEqual([text, []])
    if (losses.length === 0) expect(JSON.stringify(body)).toMatch(LISTED)
    else expect(tokensOf(format, text)).toBeLessThan(3_000)
  })

  test('a part without a member it needs is removed whole, and nothing beside it', () => {
    const address = { type: 'image_url', image_url: { url: 'https://example.com/a' } }
    const said = { type: 'text', text: 'a' }
    expect(known('openai-chat', { messages: [{ role: 'user', content: [address, said, address] }] })).toMatchObject({
      body: { messages: [{ role: 'user', content: [said] }] },
      losses: ['"messages.content.image_url.image_url.url"'],
    })
    const alone = {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: [address] },
      ],
    }
    expect(known('openai-chat', alone).body).toEqual({ messages: [{ role: 'user', content: 'a' }] })
    const tools = [{ type: 'nobody_knows' }, { type: 'mcp' }]
    expect(known('openai-responses', { model: 'm', input: 'a', tools })).toMatchObject({
      body: { model: 'm', input: 'a' },
      losses: ['"tools.nobody_knows"', '"tools.mcp"'],
    })
  })

  test('members set by the operator stay', () => {
    const body = { ...CARRIED['openai-chat'], enable_search: true, nobody_knows: { a: [1] } }
    expect(known('openai-chat', body, name => name === 'nobody_knows')).toMatchObject({
      body: { ...CARRIED['openai-chat'], nobody_knows: { a: [1] } },
      losses: ['"enable_search"'],
    })
  })

  test('a client’s names reach headers and logs in short plain form, and only a few', () => {
    const names = Array.from({ length: 200 }, (_, at) => `;\r\n${'ж'.repeat(500)}${at}`)
    const { losses } = known('openai-chat', {
      ...CARRIED['openai-chat'],
      ...Object.fromEntries(names.map(n => [n, 1])),
    })
    expect(losses.length).toBeWithin(1, 21)
    for (const loss of losses) expect(loss).toMatch(/^"[\w.?-]{1,80}"$/)
  })
})

/** Places in requests that can be extended: objects by another member, lists by another element. */
const PLACES: Partial<Record<WireFormat, { body: Json; objects: string[]; lists: string[] }>> = {
  'openai-chat': {
    body: {
      model: 'm',
      messages: [
        { role: 'system', content: 'a' },
        { role: 'user', content: [{ type: 'text', text: 'b, {"' }] },
      ],
      tools: [{ type: 'function', function: { name: 'f' } }],
    },
    objects: ['', 'messages.0', 'messages.1', 'messages.1.content.0', 'tools.0'],
    lists: ['messages', 'messages.1.content', 'tools'],
  },
  'openai-responses': {
    body: {
      model: 'm',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'b]' }] }],
      tools: [{ type: 'function', name: 'f', parameters: {} }],
    },
    objects: ['', 'input.0', 'input.0.content.0', 'tools.0'],
    lists: ['input', 'input.0.content', 'tools'],
  },
  'anthropic-messages': {
    body: {
      max_tokens: 9,
      system: [{ type: 'text', text: 'a' }],
      messages: [
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'b' }] }] },
      ],
      tools: [{ name: 'n', input_schema: {} }],
    },
    objects: ['', 'system.0', 'messages.0', 'messages.0.content.0', 'messages.0.content.0.content.0', 'tools.0'],
    lists: ['system', 'messages.0.content', 'messages.0.content.0.content', 'tools'],
  },
  gemini: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'a' }, { functionResponse: { name: 'n', response: {} } }] }],
      generationConfig: { temperature: 1 },
      tools: [{ functionDeclarations: [] }],
    },
    objects: [
      '',
      'contents.0',
      'contents.0.parts.0',
      'contents.0.parts.1.functionResponse',
      'generationConfig',
      'tools.0',
    ],
    lists: ['contents', 'contents.0.parts', 'tools'],
  },
}

describe(`an addition to a known request (seed ${SEED})`, () => {
  const name = fc.stringMatching(/^[a-z]{3,12}_of_nobody$/)
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .filter(given => !['null', 'false', '""', '[]', '-0', '0'].includes(JSON.stringify(given)))
  const addition = fc.record({
    name,
    value,
    place: fc.nat(),
    at: fc.nat(),
    space: fc.constantFrom(undefined, 1, '\r\n '),
  })

  test.each(Object.entries(PLACES))(
    '%s is sent without it and costs the same as before',
    (key, { body, objects, lists }) => {
      const format = key as WireFormat // Object.entries loses it
      fc.assert(
        fc.property(fc.array(addition, { minLength: 1, maxLength: 6 }), additions => {
          const more = structuredClone(body)
          const added = new Map<string, number>()
          for (const { name, value, place, at } of additions) {
            const path = [...objects, ...lists][place % (objects.length + lists.length)] ?? ''
            const target = follow(more, path, added)
            if (!Array.isArray(target)) target[name] = value
            else {
              // at the front or the back, so that paths remain known
              const isFront = at % 2 === 0
              if (isFront) added.set(path, (added.get(path) ?? 0) + 1)
              const element = { type: name, [name]: value, role: name }
              isFront ? target.unshift(element) : target.push(element)
            }
          }
          const text = JSON.stringify(more, null, additions[0]?.space)
          const { body: sent, losses } = withoutUnknown(scanObject(text), { format })
          expect(JSON.parse(sent.text)).toEqual(body)
          expect(losses).not.toEqual([])
          expect(tokensOf(format, text)).toBeGreaterThanOrEqual(WINDOW)
          expect(tokensOf(format, sent.text)).toBe(tokensOf(format, JSON.stringify(body)))
        }),
        { seed: SEED, numRuns: 1_000 },
      )
    },
  )
})

/** The value at a path; `added`: how many elements were added at the front of its lists. */
function follow(body: Json, path: string, added: ReadonlyMap<string, number>): Json | unknown[] {
  let at: unknown = body
  let walked = ''
  for (const step of path.split('.').filter(Boolean)) {
    const index = Array.isArray(at) ? Number(step) + (added.get(walked) ?? 0) : step
    at = (at as Record<string | number, unknown>)[index]
    walked = walked ? `${walked}.${step}` : step
  }
  return at as Json | unknown[]
}
