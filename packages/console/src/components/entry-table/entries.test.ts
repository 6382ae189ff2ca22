import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isRepeated, readEntries, writeEntries } from './entries.ts'

test('a JSON object becomes a table of names and values, and back', () => {
  const text = '{\n  "default": 1,\n  "vip": 0.8\n}'
  const entries = [
    { name: 'default', value: '1' },
    { name: 'vip', value: '0.8' },
  ]
  expect(readEntries(text)).toEqual(entries)
  expect(writeEntries(entries, 'number')).toBe(text)
  expect(readEntries('')).toEqual([])
})

test('a line without a name is left out, and a value that is not a number is left to the check', () => {
  const entries = [
    { name: ' vip ', value: ' 2 ' },
    { name: '', value: '3' },
    { name: 'svip', value: 'dear' },
  ]
  expect(JSON.parse(writeEntries(entries, 'number'))).toEqual({ vip: 2, svip: 'dear' })
  expect(JSON.parse(writeEntries(entries, 'text'))).toEqual({ vip: ' 2 ', svip: 'dear' })
})

test('a repeated name is marked, and changes nothing', () => {
  const entries = ['vip', '', 'vip ', ''].map(name => ({ name, value: '1' }))
  expect(entries.map((_, index) => isRepeated(entries, index))).toEqual([false, false, true, false])
  expect(writeEntries([{ name: 'vip', value: '2' }, ...entries], 'number')).toBe('{\n  "vip": 2\n}')
})

test.each(['{', '[]', '1', 'null'])('%s cannot become a table', text => {
  expect(readEntries(text)).toBeUndefined()
})

test('values of JSON are typed as JSON or plain text, and come back as they were', () => {
  const text = '{"a":"x","b":"5","c":5,"d":null,"e":{"f":[1]},"g":"{","h":""}'
  const entries = readEntries(text, 'json') ?? []
  expect(entries.map(({ value }) => value)).toEqual(['x', '"5"', '5', 'null', '{"f":[1]}', '{', ''])
  expect(JSON.parse(writeEntries(entries, 'json'))).toEqual(JSON.parse(text))
  const anything = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue())
  fc.assert(
    fc.property(anything, given => {
      const value = JSON.parse(JSON.stringify(given))
      expect(JSON.parse(writeEntries(readEntries(JSON.stringify(value), 'json') ?? [], 'json'))).toEqual(value)
    }),
  )
})
