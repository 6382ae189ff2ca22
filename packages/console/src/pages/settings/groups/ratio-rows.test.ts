import { expect, test } from 'bun:test'
import { isRepeated, readRatios, writeRatios } from './ratio-rows.ts'

test('ratios between groups become a table with a line each, and back', () => {
  const text = '{\n  "vip": {\n    "default": 0.5,\n    "vip": 0.8\n  },\n  "staff": {\n    "vip": 0\n  }\n}'
  const rows = [
    { users: 'vip', calls: 'default', ratio: '0.5' },
    { users: 'vip', calls: 'vip', ratio: '0.8' },
    { users: 'staff', calls: 'vip', ratio: '0' },
  ]
  expect(readRatios(text)).toEqual(rows)
  expect(writeRatios(rows)).toBe(text)
  expect(readRatios('')).toEqual([])
})

test('a line without both names is left out, a repeated pair is marked, and a ratio that is no number is left to the check', () => {
  const rows = [
    { users: ' vip ', calls: 'default', ratio: ' 2 ' },
    { users: '', calls: 'default', ratio: '3' },
    { users: 'vip', calls: ' default', ratio: '4' },
    { users: 'vip', calls: 'staff', ratio: 'dear' },
  ]
  expect(JSON.parse(writeRatios(rows))).toEqual({ vip: { default: 2, staff: 'dear' } })
  expect(rows.map((_, index) => isRepeated(rows, index))).toEqual([false, false, true, false])
})

test.each(['{', '[]', '1', '{"vip":1}', '{"vip":[]}'])('%s cannot become a table', text => {
  expect(readRatios(text)).toBeUndefined()
})
