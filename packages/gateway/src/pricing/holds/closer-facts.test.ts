import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { inputTotal } from '../../canonical/usage.ts'
import { type Format, observers, type WireFormat } from '../../protocols/index.ts'
import { readRecordingFiles } from '../../protocols/laws/recording-files.ts'
import { GENEROUS } from '../model-limits.ts'
import { closerFacts, countedFacts } from './closer-facts.ts'
import { TOKENS_OF_WORD } from './known-words.ts'
import { factsIn, mostInput } from './most-input.ts'

const FORMAT: WireFormat = 'openai-chat'
const bodyOf = (text: string) => JSON.stringify({ messages: [{ role: 'user', content: text }] })
const tokensOf = (body: string, format = FORMAT) => closerFacts(factsIn(format, body), body).textTokens
/** Prose that saves more tokens than the frame of a request takes. */
const PROSE = 'configuration '.repeat(40)
/** Tokens of a text alone, written as JSON. */
const tokensIn = (written: string) => {
  const body = bodyOf(`${PROSE}-`)
  return tokensOf(body.replace('-', `-${written}`)) - tokensOf(body)
}
const written = (text: string) => JSON.stringify(text).slice(1, -1)

describe('the known words of a text', () => {
  test.each([
    ['the configuration', 1 + 1 + 1],
    ['The configuration', 2 + 1 + 1],
    ['"the"', 2 + 1 + 2],
    ['the_configuration', 1 + 1 + 1],
    ['the\nconfiguration', 1 + 2 + 1],
    ['according', 2],
  ])('count by tokens: %j', (text, tokens) => {
    expect(tokensIn(written(text))).toBe(tokens)
  })

  test.each([
    ['THE CONFIGURATION'],
    ['theconfiguration'],
    ['configuration7'],
    ['7configuration'],
    ['éconfiguration'],
    ['configurationé'],
    ['qzjxconfiguration'],
    ['xq zj kv wp'],
  ])('count by bytes if joined to anything: %j', text => {
    expect(tokensIn(written(text))).toBe(Buffer.byteLength(text))
  })

  test.each([
    ['\\u00e9configuration', 2 + 13],
    ['configuration\\u00e9', 13 + 2],
    ['\\ubeef', 3],
  ])('count by bytes next to a letter written as an escape: %s', (text, tokens) => {
    expect(tokensIn(text)).toBe(tokens)
  })

  test('are longer than their token counts', () => {
    for (const [word, tokens] of TOKENS_OF_WORD) expect([word, word.length > tokens]).toEqual([word, true])
  })

  test('do not count in a request with media, whose bytes may look like words', () => {
    const url = `data:image/png;base64,${Buffer.from('\x89PNG....', 'latin1').toString('base64')}/the/the/the`
    const body = JSON.stringify({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url } },
            { type: 'text', text: 'the tool' },
          ],
        },
      ],
    })
    const facts = factsIn(FORMAT, body)
    expect(facts.images).toBe(1)
    expect(closerFacts(facts, body)).toBe(facts)
  })

  test('never make a text more than its bytes, nor less than one token each', () => {
    const words = fc.constantFrom(
      'the',
      'The',
      'configuration',
      'xq',
      ' ',
      '\n',
      '"',
      '\\',
      'é',
      '7',
      '_',
      '\u0000',
      '中',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), parts => {
        const body = bodyOf(PROSE + parts.join(''))
        const tokens = tokensOf(body)
        expect(tokens).toBeLessThanOrEqual(factsIn(FORMAT, body).textTokens)
        expect(tokens).toBeGreaterThanOrEqual(parts.length)
      }),
      { seed: 28, numRuns: 500 },
    )
  })
})

describe('a host’s own count of a text', () => {
  const facts = factsIn(FORMAT, bodyOf('a'.repeat(10_000)))

  test('counts with a margin, and no more than our count', () => {
    expect(countedFacts(facts, 5_000)).toEqual({ ...facts, textTokens: 5_100 })
    expect(countedFacts(facts, 50_000)).toEqual(facts)
  })

  test('counts as no less than a quarter of ours', () => {
    expect(countedFacts(facts, 1)?.textTokens).toBe(Math.ceil(facts.textTokens / 4))
  })

  test.each(['outside', 'images', 'soundCharacters', 'fileCharacters'] as const)('does not apply to %s', kind => {
    expect(countedFacts({ ...facts, [kind]: 1 }, 5_000)).toBeNull()
  })
})

const FORMATS: readonly [path: RegExp, format: Format][] = [
  [/\/chat\/completions(#stream)?$/, 'openai-chat'],
  [/\/responses$/, 'openai-responses'],
  [/\/v1\/messages$/, 'anthropic-messages'],
  [/:(stream)?[gG]enerateContent$/, 'gemini'],
]

/** Their hosts add instructions or searches of their own, beyond any text. */
const ADDED_TO = /memory_tool|web_search|reasoning_mode_pro/

describe('a recorded request', () => {
  const counted = readRecordingFiles().flatMap(({ name, exchange: { request, response, stream } }) => {
    const format = FORMATS.find(([path]) => path.test(request.path.replace(/\?.*$/, '')))?.[1]
    if (!format || ADDED_TO.test(name) || response.status !== 200 || typeof request.body !== 'object') return []
    const body = JSON.stringify(request.body)
    const facts = factsIn(format, body)
    if (facts.outside + facts.images + facts.soundCharacters + facts.fileCharacters > 0) return []
    const observer = observers[format].stream({ hideUsage: false })
    const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    if (stream) observer.push(new TextEncoder().encode(text))
    if (stream) observer.end()
    const { usage } = stream ? observer.tally : observers[format].whole(text)
    return usage && inputTotal(usage) > 0 ? [{ name, format, body, facts, tokens: inputTotal(usage) }] : []
  })

  test('is one of more than 200', () => expect(counted.length).toBeGreaterThan(200))

  test.each(counted)('$name has no more tokens than its known words allow', ({ format, body, facts, tokens }) => {
    const most = mostInput({ model: 'm', format, facts: closerFacts(facts, body) }, GENEROUS)
    expect(tokens).toBeLessThanOrEqual(most.tokens)
  })
})
