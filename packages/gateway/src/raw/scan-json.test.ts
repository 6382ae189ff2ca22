import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { MalformedJson } from './json-limits.ts'
import { readMembers } from './read-members.ts'
import { scanObject } from './scan-json.ts'

test('members are found with their positions', () => {
  const text = ' {"a" : [1, {"b":"}"}] ,"\\u0062":-1.5e+3}\n'
  const found = scanObject(text).members.map(member => [member.name, text.slice(member.valueStart, member.valueEnd)])
  expect(found).toEqual([
    ['a', '[1, {"b":"}"}]'],
    ['b', '-1.5e+3'],
  ])
})

test('only the named members are read, the last of repeated ones', () => {
  const text = '{"model":"a","messages":[{"model":"inner"}],"stream":true,"model":"b","n":null}'
  expect(readMembers(text, ['model', 'stream', 'n', 'max_tokens'])).toEqual({ model: 'b', stream: true, n: null })
})

describe('malformed text is refused with its position', () => {
  const cases: [text: string, position: number][] = [
    ['', 0],
    ['[]', 0],
    ['"text"', 0],
    ['{', 1],
    ['{"a"}', 4],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['{"a":1 "b":2}', 7],
    ['{"a":01}', 5],
    ['{"a":1.}', 5],
    ['{"a":truer}', 5],
    ['{"a":NaN}', 5],
    ["{'a':1}", 1],
    ['{"a":[1,2}', 9],
    ['{"a":[1,]}', 8],
    ['{"a":{"b":1]}', 11],
    ['{"a":"b', 5],
    ['{"a":"b\\"}', 5],
    ['{"\\x":1}', 1],
    ['{"a":1} x', 8],
    ['\ufeff{}', 0],
    ['{"a":1\u00a0}', 6],
  ]
  test.each(cases)('%j', (text, position) => {
    expect(placeOfRefusal(text)).toBe(position)
  })
})

const token = fc.constantFrom(...'{}[],:" -+.eE019', '"a"', '"\\\\"', '"\\""', 'true', 'null', '{"a":1')

test('accepted text is accepted by JSON.parse', () => {
  const nearlyJson = fc.array(token, { maxLength: 12 }).map(tokens => `{"m":${tokens.join('')}`)
  fc.assert(
    fc.property(nearlyJson, text => {
      expect({ text, refused: placeOfRefusal(text) !== null }).toEqual({ text, refused: !parses(text) })
    }),
    { seed: 20260801, numRuns: 3000 },
  )
})

test('spoiled text that is refused is also refused by JSON.parse', () => {
  const spoiled = fc.tuple(fc.json(), fc.nat(), token).map(([json, place, junk]) => {
    const text = `{"m":${json}}`
    const cut = place % text.length
    return text.slice(0, cut) + junk + text.slice(cut)
  })
  fc.assert(
    fc.property(spoiled, text => {
      if (placeOfRefusal(text) !== null) expect(`parses: ${parses(text)} ${text}`).toBe(`parses: false ${text}`)
    }),
    { seed: 20260801, numRuns: 1000 },
  )
})

test('a named value with an invalid inside is refused when it is read', () => {
  expect(() => readMembers('{"model":"\\x"}', ['model'])).toThrow(new MalformedJson('Bad string', 9))
})

test('nesting uses no stack: a thousand levels pass, a hundred thousand are refused', () => {
  const nested = (levels: number) => `{"deep":${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)},"model":"m"}`
  expect(readMembers(nested(1000), ['model'])).toEqual({ model: 'm' })
  expect(placeOfRefusal(nested(100_000))).toBeGreaterThan(0)
  expect(placeOfRefusal(`{"a":${'['.repeat(1_000_000)}`)).toBeGreaterThan(0)
})

test('spaces between values have a limit, in one run and in many', () => {
  const spaced = (runs: number, each: number) => `{"a":[${`1${' '.repeat(each)},`.repeat(runs)}1]}`
  expect(placeOfRefusal(spaced(1, 9_000_000))).toBeNull()
  expect(placeOfRefusal(spaced(1, 10_000_001))).toBe(10_000_008)
  expect(placeOfRefusal(spaced(110, 100_000))).toBeGreaterThan(10_000_000)
  // usual indents do not count
  expect(placeOfRefusal(spaced(700_000, 16))).toBeNull()
})

function placeOfRefusal(text: string): number | null {
  try {
    scanObject(text)
    return null
  } catch (error) {
    if (error instanceof MalformedJson) return error.position
    throw error
  }
}

function parses(text: string): boolean {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
