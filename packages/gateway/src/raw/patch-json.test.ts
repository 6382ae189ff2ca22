import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { merge, patchJson, patchObject } from './patch-json.ts'
import { scanObject } from './scan-json.ts'

test('a patch replaces in place, adds at the end, and removes with the comma', () => {
  const text = '{ "id": 12345678901234567890, "model" : "a",\n "user":"u", "10":1, "2":2 }'
  expect(patchJson(text, { model: 'b' })).toBe(text.replace('"a"', '"b"'))
  expect(patchJson(text, { seed: 7 })).toBe(text.replace('"2":2 ', '"2":2,"seed":7 '))
  expect(patchJson(text, { user: undefined })).toBe(text.replace(',\n "user":"u"', ''))
  expect(patchJson(text, { id: undefined })).toBe(text.replace('"id": 12345678901234567890, ', ''))
  expect(patchJson(text, { absent: undefined })).toBe(text)
})

test('an empty object can get members, and a single member can be removed', () => {
  expect(patchJson(' { } ', { a: 1, b: [] })).toBe(' {"a":1,"b":[] } ')
  expect(patchJson('{"a":1}', { a: undefined })).toBe('{}')
  expect(patchJson('{"a":1}', { a: undefined, b: 2 })).toBe('{"b":2}')
})

test('every occurrence of a repeated member is patched, in any spelling of its name', () => {
  expect(patchJson('{"model":"a","mod\\u0065l":"b"}', { model: 'c' })).toBe('{"model":"c","mod\\u0065l":"c"}')
})

describe('merge', () => {
  const withUsage = { stream_options: merge({ include_usage: true }) }

  test('patches inside an object and keeps its other bytes', () => {
    expect(patchJson('{"stream_options":{ "a" : 1.0, "include_usage": false }}', withUsage)).toBe(
      '{"stream_options":{ "a" : 1.0, "include_usage": true }}',
    )
  })

  test('creates the object if there is none', () => {
    expect(patchJson('{"x":1}', withUsage)).toBe('{"x":1,"stream_options":{"include_usage":true}}')
    expect(patchJson('{"stream_options":null}', withUsage)).toBe('{"stream_options":{"include_usage":true}}')
  })
})

test('names known to JavaScript are ordinary members', () => {
  const patches = JSON.parse('{"__proto__":{"x":1}}')
  expect(patchJson('{"constructor":1,"__proto__":2}', patches)).toBe('{"constructor":1,"__proto__":{"x":1}}')
})

const name = fc.oneof(fc.constantFrom('model', 'stream', '__proto__', '10', 'a"b', 'é\n'), fc.string())
const entries = fc.uniqueArray(fc.tuple(name, fc.jsonValue()), { selector: ([key]) => key, maxLength: 8 })
const spacing = fc.constantFrom(undefined, 1, '\t')

test('a patched text parses to the patched object', () => {
  fc.assert(
    fc.property(entries, entries, fc.array(name), spacing, (original, replaced, removed, space) => {
      const text = JSON.stringify(Object.fromEntries(original), null, space)
      const patches = Object.fromEntries([...replaced, ...removed.map(key => [key, undefined] as const)])
      const expected = new Map(Object.entries(JSON.parse(text)))
      for (const [key, value] of Object.entries(patches)) {
        if (value === undefined) expected.delete(key)
        else expected.set(key, JSON.parse(JSON.stringify(value)))
      }
      expect(JSON.parse(patchJson(text, patches))).toEqual(Object.fromEntries(expected))
    }),
  )
})

test('a patched object equals a scan of its text', () => {
  fc.assert(
    fc.property(entries, entries, fc.array(name), spacing, (original, replaced, removed, space) => {
      const text = JSON.stringify(Object.fromEntries(original), null, space)
      const patches = Object.fromEntries([...replaced, ...removed.map(key => [key, undefined] as const)])
      const patched = patchObject(scanObject(text), patches)
      expect(patched).toEqual(scanObject(patched.text))
    }),
    { seed: 31 },
  )
})

test('bytes outside the patched value stay the same', () => {
  fc.assert(
    fc.property(entries, entries, fc.jsonValue(), spacing, (before, after, value, space) => {
      const others = [...before, ...after].filter(([key]) => key !== 'target')
      const object = Object.fromEntries([...others, ['target', 'MARK-1']])
      const text = JSON.stringify(object, null, space)
      const patched = patchJson(text, { target: value })
      expect(patched).toBe(text.replace('"MARK-1"', () => JSON.stringify(value)))
    }),
  )
})
