import { beforeAll, expect, test } from 'bun:test'
import { exactQuota, lineQuota } from '@tollgate/contract'
import { i18n } from '../phrases/index.ts'
import {
  formatDays,
  formatDuration,
  formatElapsed,
  formatPrice,
  formatQuota,
  formatRelativeTime,
  shortenNumber,
} from './format.ts'

beforeAll(() => i18n.init({ lng: 'en', resources: {} }))

const inDollars = { quota_per_unit: 500_000, display_in_currency: true }
const now = () => Date.now() / 1000

test('quota is an amount with two decimals if the site shows currency', () => {
  expect([0, 1, 2_600, 500_000, 1_234_567_890, -250_000, -1].map(quota => formatQuota(quota, inDollars))).toEqual([
    '$0.00',
    '<$0.01',
    '$0.01',
    '$1.00',
    '$2,469.14',
    '-$0.50',
    '>-$0.01',
  ])
  expect(formatQuota(1, inDollars, 6)).toBe('$0.000002')
})

test('sentences keep the fractions of a cent', () => {
  expect([0, 262, 100_000, 617_283_950, -500].map(quota => exactQuota(quota, inDollars))).toEqual([
    '$0.00',
    '$0.000524',
    '$0.20',
    '$1,234.5679',
    '-$0.001',
  ])
  expect(exactQuota(1, { ...inDollars, quota_per_unit: 5_000_000 })).toBe('<$0.000001')
  expect(exactQuota(12_345, { ...inDollars, display_in_currency: false })).toBe('12.3k')
})

test('a line of a receipt shows the digits of the least amounts', () => {
  expect([0, 262, 0.3, -0.2, 0.1234, -1 / 3, 1_000_000].map(quota => lineQuota(quota, inDollars))).toEqual([
    '$0.000000',
    '$0.000524',
    '$0.000001',
    '-$0.0000004',
    '$0.00000025',
    '-$0.000001',
    '$2.000000',
  ])
  expect(lineQuota(-0.25, { ...inDollars, display_in_currency: false })).toBe('-0.25')
})

test('quota is a shortened number if the site shows none', () => {
  expect(formatQuota(1_234_567, { ...inDollars, display_in_currency: false })).toBe('1.2M')
})

test('numbers are shortened from ten thousand, a million and a billion', () => {
  expect([9_999, 10_000, 999_999, 1_000_000, 1_000_000_000, -20_000].map(shortenNumber)).toEqual([
    '9999',
    '10.0k',
    '1000.0k',
    '1.0M',
    '1.0B',
    '-20.0k',
  ])
})

test('durations keep the significant digits', () => {
  expect([0, 0.85, 0.9999, 3.24, 59.94, 59.99, 119.9, 125].map(formatDuration)).toEqual([
    ...['0ms', '850ms', '1.0s', '3.2s', '59.9s', '1m 0s', '2m 0s', '2m 5s'],
  ])
})

test('spans are shown in the largest unit that fits', () => {
  expect(formatElapsed(now() - 3 * 86_400 - 5)).toBe('3 days')
  expect(formatRelativeTime(now() - 3 * 3_600 - 5)).toBe('3 hr. ago')
})

test('a remaining time is shown in whole days, below one in hours, rounded down', () => {
  expect([3_599, 7_300, 86_399, 86_400, 45.9 * 86_400].map(formatDays)).toEqual([
    ...['0 hours', '2 hours', '23 hours', '1 day', '45 days'],
  ])
})

test('a price shows all its digits', () => {
  const shown = [0, 2.5, 12, 0.01, 0.075, 0.00125, 0.1 * 3, 1 / 3, 1234.5, 2e-8].map(formatPrice)
  expect(shown).toEqual([
    '$0.00',
    '$2.50',
    '$12.00',
    '$0.01',
    '$0.075',
    '$0.00125',
    '$0.30',
    '$0.3333',
    '$1,234.50',
    '$0.00000002',
  ])
})
