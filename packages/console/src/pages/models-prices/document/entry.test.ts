import { expect, test } from 'bun:test'
import { documentsIn, readEntry, withMember } from './entry.ts'

const after = (text: string, path: string[], value: unknown, index = 0) =>
  JSON.parse(withMember(text, index, path, value))

test('a field writes its member and leaves all others, also those it does not know', () => {
  const text = '{"note":"kept","tokens":{"input":2,"output":8},"levels":{"speed":{"fast":6}}}'
  expect(after(text, ['tokens', 'cache_read'], 0.2)).toEqual({
    note: 'kept',
    tokens: { input: 2, output: 8, cache_read: 0.2 },
    levels: { speed: { fast: 6 } },
  })
})

test('a member that is emptied is gone, and with the last of them what held them', () => {
  expect(after('{"call":1,"tokens":{"input":2}}', ['tokens', 'input'], undefined)).toEqual({ call: 1 })
  expect(after('{"call":1,"tiers":[{"above":1}]}', ['tiers'], [])).toEqual({ call: 1 })
})

test('of several documents by date the chosen one is written', () => {
  expect(after('[{"call":1},{"from":"2026-01-01","call":2}]', ['call'], 3, 1)).toEqual([
    { call: 1 },
    { from: '2026-01-01', call: 3 },
  ])
})

test.each(['{', '7', '[]', '[1]', 'null'])('%s has no fields', text => {
  expect(documentsIn(text)).toBeNull()
})

test.each(['', ' ', '{}', ' { } ', '[]'])('“%s” says nothing, which removes the entry', text => {
  expect(readEntry(text)).toEqual({ value: null })
})

test.each([
  ['{', 'not_json', undefined],
  ['{"call":1},"other":{"call":1}', 'not_json', undefined],
  ['{"tokens":{"input":1}}', 'missing', 'price.tokens.output'],
  ['{"tokens":{"input":1,"output":1},"tiers":[{"input":2}]}', 'missing', 'price.tiers.0.above'],
  [
    '{"call":1,"hours":[{"from":"25:00","to":"01:00","zone":"UTC","factor":1}]}',
    'not_time_of_day',
    'price.hours.0.from',
  ],
  ['{"call":1,"tools":{"search":null}}', 'not_number', 'price.tools.search'],
])('%s is refused as %s at %s', (text, code, at) => {
  expect(readEntry(text)).toEqual({ reason: expect.objectContaining({ code, ...(at && { at }) }) })
})
