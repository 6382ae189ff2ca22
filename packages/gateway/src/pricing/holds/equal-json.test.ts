import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { WireFormat } from '../../protocols/index.ts'
import { factsIn, mostInput } from './most-input.ts'
import { CARRIED, CONVERSED, type Json, OUTSIDE, referencesIn, SMALL } from './testing/requests.ts'

const SEED = 25
const WINDOW = 1_000_000

const sized = (format: WireFormat, text: string) =>
  mostInput({ model: 'm', format, facts: factsIn(format, text) }, { contextWindow: WINDOW, output: 1 })

/** How one request is spelled: each draw decides one detail. */
type Draw = () => number

const SPACES = ['', ' ', '\n', '\r\n\t', ' '.repeat(12)]
const pick = <Item>(draw: Draw, items: readonly Item[]): Item => items[draw() % items.length] as Item

const spelledSpace = (draw: Draw): string => pick(draw, SPACES)

function spelledString(value: string, draw: Draw): string {
  const written = JSON.stringify(value)
  if (draw() % 3 !== 0) return written
  const inner = Array.from({ length: value.length }, (_, at) => {
    const unit = value.charCodeAt(at)
    if (value[at] === '/' && draw() % 2 === 0) return '\\/'
    if (draw() % 4 !== 0 && unit < 0xd800) return JSON.stringify(value[at]).slice(1, -1)
    const hex = unit.toString(16).padStart(4, '0')
    return `\\u${draw() % 2 === 0 ? hex : hex.toUpperCase()}`
  })
  return `"${inner.join('')}"`
}

/** An equal JSON text in another spelling. */
function spelled(value: unknown, draw: Draw): string {
  const space = () => spelledSpace(draw)
  if (Array.isArray(value))
    return `[${space()}${value.map(element => spelled(element, draw)).join(`${space()},${space()}`)}${space()}]`
  if (typeof value === 'object' && value !== null) {
    const turned = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(entry => ({ entry, rank: draw() }))
      .sort((one, other) => one.rank - other.rank)
    const members = turned.map(
      ({ entry: [name, member] }) =>
        `${space()}${spelledString(name, draw)}${space()}:${space()}${spelled(member, draw)}${space()}`,
    )
    return `{${members.join(',') || space()}}`
  }
  return typeof value === 'string' ? spelledString(value, draw) : JSON.stringify(value)
}

/** The same addresses with upper-case schemes. */
const inCapitals = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'string' ? member.replace(/^(https|gs|data|fileid):/, scheme => scheme.toUpperCase()) : member,
  )

const bodies = [OUTSIDE, SMALL].flatMap(table =>
  Object.entries(table).flatMap(([format, given]) =>
    given.map((body): [WireFormat, Json] => [
      format as WireFormat,
      { ...CARRIED[format as keyof typeof CARRIED], ...body },
    ]),
  ),
)
type Conversed = keyof typeof CONVERSED
const FORMATS = Object.keys(CONVERSED) as Conversed[]
const partsOf = (format: Conversed) =>
  fc.array(fc.constantFrom(...(CONVERSED[format].carried as readonly Json[])), { minLength: 1, maxLength: 5 })
const converse = (format: Conversed, parts: readonly Json[]): Json => ({
  ...CARRIED[format as keyof typeof CARRIED],
  ...CONVERSED[format].of(...parts),
})
const conversations = fc
  .constantFrom(...FORMATS)
  .chain(format => partsOf(format).map((parts): [WireFormat, Json] => [format, converse(format, parts)]))
const request = fc.oneof(fc.constantFrom(...bodies), conversations)

function drawsFrom(numbers: readonly number[]): Draw {
  let at = 0
  return () => numbers[at++ % numbers.length] ?? 0
}

const draws = fc.array(fc.nat(1_000), { minLength: 50, maxLength: 200 })

describe(`the size of a request depends on its meaning (seed ${SEED})`, () => {
  test('in any spelling: spaces, escapes, order, capitals of schemes', () => {
    fc.assert(
      fc.property(request, draws, fc.boolean(), ([format, body], numbers, isLoud) => {
        const text = spelled(isLoud ? inCapitals(body) : body, drawsFrom(numbers))
        expect(JSON.parse(text)).toEqual(isLoud ? inCapitals(body) : body)
        expect(sized(format, text)).toEqual(sized(format, JSON.stringify(body)))
      }),
      { seed: SEED, numRuns: 3_000 },
    )
  })

  test.each(FORMATS)('and is never less with a reference in place of a part, in %s', format => {
    const references = referencesIn(format)
    expect(references.length).toBeGreaterThan(3)
    fc.assert(
      fc.property(partsOf(format), fc.constantFrom(...references), fc.nat(), (parts, reference, where) => {
        const replaced = parts.with(where % parts.length, reference)
        const [before, after] = [parts, replaced].map(given => sized(format, JSON.stringify(converse(format, given))))
        expect(after?.tokens).toBeGreaterThanOrEqual(before?.tokens ?? 0)
        expect(after?.tokens).toBeGreaterThanOrEqual(WINDOW)
      }),
      { seed: SEED, numRuns: 1_000 },
    )
  })

  test.each(FORMATS)('and is the window if a text is not a text, in %s', format => {
    const text = CONVERSED[format].carried[0]
    const inner = fc.oneof(fc.object({ maxDepth: 1 }), fc.array(fc.oneof(fc.string(), fc.object({ maxDepth: 1 }))))
    const odd = inner.filter(value => !['[]'].includes(JSON.stringify(value)))
    fc.assert(
      fc.property(odd, value => {
        const body = converse(format, [{ ...text, text: value }])
        expect(sized(format, JSON.stringify(body)).tokens).toBeGreaterThanOrEqual(WINDOW)
      }),
      { seed: SEED, numRuns: 500 },
    )
  })

  test('and is the window if a member, a part or a tool is unknown', () => {
    const word = fc.stringMatching(/^[a-z]{3,12}_of_nobody$/)
    const value = fc
      .jsonValue()
      .filter(given => !['null', 'false', '""', '[]', '-0', '0'].includes(JSON.stringify(given)))
    const formats = fc.constantFrom(...(Object.keys(CARRIED) as (keyof typeof CARRIED)[]))
    fc.assert(
      fc.property(formats, word, value, (format, name, given) => {
        const small: Json = CARRIED[format]
        expect(sized(format, JSON.stringify({ ...small, [name]: given })).tokens).toBeGreaterThanOrEqual(WINDOW)
      }),
      { seed: SEED },
    )
    fc.assert(
      fc.property(word, type => {
        const part = { messages: [{ role: 'user', content: [{ type, text: 'a' }] }] }
        for (const format of ['openai-chat', 'anthropic-messages'] as const)
          for (const said of [part, { tools: [{ type, name: 'n' }] }])
            expect(sized(format, JSON.stringify({ ...CARRIED[format], ...said })).tokens).toBe(WINDOW)
        for (const said of [{ input: [{ type, content: 'a' }] }, { tools: [{ type }] }])
          expect(sized('openai-responses', JSON.stringify({ model: 'm', ...said })).tokens).toBe(WINDOW)
      }),
      { seed: SEED },
    )
  })
})
