import { describe, expect, test } from 'bun:test'
import { receiptOf } from './receipt.ts'

const input = { line: 'input', count: 100, ratio: 1.25, quota: 125 }
const cached = { line: 'cache_read', count: 3, ratio: 0.125, quota: 0.375 }

describe('a receipt', () => {
  test('adds up to the charge: its lines and the rounding', () => {
    expect(receiptOf(125, { receipt: [input, cached] })).toEqual({
      lines: [input, cached],
      rounding: -0.375,
      total: 125,
    })
  })

  test('shows the least charge of 1 as rounding', () => {
    expect(receiptOf(1, { receipt: [cached] })?.rounding).toBe(0.625)
  })

  test('does not call binary fractions rounding', () => {
    const tenth = { line: 'input', count: 1, ratio: 0.1, quota: 0.1 }
    const fifth = { line: 'output', count: 1, ratio: 0.2, quota: 0.2 }
    const rest = { line: 'tool', count: 1, ratio: 0.7, quota: 0.7 }
    expect(receiptOf(1, { receipt: [tenth, fifth, rest] })?.rounding).toBe(0)
  })

  test('is absent where a row carries no lines', () => {
    expect(receiptOf(5, {})).toBeUndefined()
    expect(receiptOf(0, { receipt: [] })).toBeUndefined()
  })
})
