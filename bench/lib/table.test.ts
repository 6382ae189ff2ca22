import { expect, test } from 'bun:test'
import { aimsTable, rounded, tableText } from './table.ts'

test('an aim is met at its exact value and missed beyond it', () => {
  const findings = [
    { name: 'memory', value: 1.1, unit: '×', aim: { atMost: 1.1 } },
    { name: 'frames', value: 99_999, unit: '/s', aim: { atLeast: 100_000 } },
  ]
  expect(aimsTable(findings)).toEqual([
    ['', 'came', 'aim', ''],
    ['memory', '1.1 ×', 'at most 1.1', '✓'],
    ['frames', '99,999 /s', 'at least 100,000', '✗'],
  ])
})

test('names are aligned left, numbers right', () => {
  const table = [
    ['', 'nginx'],
    ['CPU', '9'],
  ]
  expect(tableText(table)).toBe('        nginx\n  CPU       9')
})

test('a number has only its significant digits', () => {
  expect([0, 1.294, 36, 84.46, 1234.5].map(rounded)).toEqual(['0', '1.29', '36', '84.5', '1,235'])
})
