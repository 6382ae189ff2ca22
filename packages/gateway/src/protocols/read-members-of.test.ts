import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { AmbiguousMember, type NameTable } from '../raw/read-names.ts'
import { scanObject } from '../raw/scan-json.ts'
import { readMembersOf } from './by-format.ts'
import { COMMON_NAMES as COMMON } from './common/member-names.ts'
import { GEMINI_NAMES as GEMINI } from './gemini/member-names.ts'
import { INTERACTION_NAMES as INTERACTIONS } from './gemini-interactions/member-names.ts'
import type { Format } from './index.ts'
import { LIVE_NAMES as LIVE } from './openai-realtime/member-names.ts'

const TABLES: [format: Format, table: NameTable][] = [
  ['openai-chat', COMMON],
  ['openai-responses', COMMON],
  ['openai-completions', COMMON],
  ['openai-embeddings', COMMON],
  ['openai-image-generations', COMMON],
  ['openai-speech', COMMON],
  ['rerank', COMMON],
  ['anthropic-messages', COMMON],
  ['anthropic-count-tokens', COMMON],
  ['gemini', GEMINI],
  ['gemini-interactions', INTERACTIONS],
  ['gemini-count-tokens', GEMINI],
  ['gemini-batch-embed-contents', GEMINI],
  ['gemini-predict', GEMINI],
  ['openai-realtime', LIVE],
]

/** The members the gateway reads, each with its path from the outermost object. */
const pathsIn = (table: NameTable): string[][] =>
  Object.entries(table).flatMap(([name, inside]) => [
    [name],
    ...(inside === true ? [] : pathsIn(inside).map(path => [name, ...path])),
  ])

const escaped = (name: string, at: number): string =>
  name.slice(0, at) + `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}` + name.slice(at + 1)
const otherCase = (name: string, at: number): string => {
  const letter = name.charAt(at)
  return (
    name.slice(0, at) +
    (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) +
    name.slice(at + 1)
  )
}
const letters = (name: string): number[] => [...name].flatMap((letter, at) => (/[a-z]/i.test(letter) ? [at] : []))
const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The object at the end of a path, with this content. */
const within = (path: string[], inside: string): string =>
  path.slice(0, -1).reduceRight((text, name) => `{"${name}":${text},"other":1}`, `{${inside}}`)

const refusedFor = (format: Format, text: string): string | null => {
  try {
    scanObject(text, readMembersOf(format))
    return null
  } catch (error) {
    if (error instanceof AmbiguousMember) return error.member
    throw error
  }
}

describe.each(TABLES)('%s', (format, table) => {
  const paths = pathsIn(table)
  const place = fc.record({ path: fc.constantFrom(...paths), at: fc.nat(), values: fc.tuple(fc.json(), fc.json()) })
  const settings = { seed: 62, numRuns: 300 }

  test('a member given twice is refused in any escaping', () => {
    fc.assert(
      fc.property(place, fc.boolean(), ({ path, at, values }, isEscaped) => {
        const name = path.at(-1) ?? ''
        const second = isEscaped ? escaped(name, at % name.length) : name
        const text = within(path, `"${name}":${values[0]},"x":{},"${second}" : ${values[1]}`)
        expect(refusedFor(format, text)).toBe(name)
      }),
      settings,
    )
  })

  test('a member in another case is refused, alone or with the correct one', () => {
    fc.assert(
      fc.property(place, fc.boolean(), fc.boolean(), ({ path, at, values }, isAlone, isEscaped) => {
        const name = path.at(-1) ?? ''
        const places = letters(name)
        const changed = otherCase(name, places[at % places.length] ?? 0)
        const variant = isEscaped ? escaped(changed, at % changed.length) : changed
        const text = within(path, `${isAlone ? '' : `"${name}":${values[0]},`}"${variant}":${values[1]}`)
        expect(refusedFor(format, text)).not.toBeNull()
      }),
      settings,
    )
  })

  test('each member alone passes, and so do members the gateway does not read', () => {
    for (const path of paths) {
      expect(refusedFor(format, within(path, `"${path.at(-1)}":1,"Unknown":1,"unknown":2,"unknown":3`))).toBeNull()
    }
  })
})

test('letters that Go equates with others are no loophole', () => {
  expect(refusedFor('openai-chat', '{"me\u017f\u017fages":[]}')).toBe('messages')
  expect(refusedFor('openai-chat', '{"max_to\u212aens":1}')).toBe('max_tokens')
})

test('Gemini’s two spellings are one member', () => {
  for (const path of pathsIn(GEMINI)) {
    const name = path.at(-1) ?? ''
    if (snake(name) === name) continue
    expect(refusedFor('gemini', within(path, `"${name}":1,"${snake(name)}":2`))).toBe(name)
    expect(refusedFor('gemini', within(path.map(snake), `"${snake(name)}":1`))).toBeNull()
  }
})
