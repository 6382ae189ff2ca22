import { afterEach, beforeAll, expect, test } from 'bun:test'
import { CONSOLE_LANGUAGES } from '@tollgate/contract'
import { i18n } from '../phrases/index.ts'
import { inGroups, withoutGroups } from './grouped-digits.ts'

const dollars = inGroups({ least: 2, most: 6 })
const shown = { userTyping: false, input: '' }

beforeAll(() => i18n.init({ lng: 'en', resources: {} }))
afterEach(() => i18n.changeLanguage('en'))

test('a number is shown with thousands separators and all its digits', () => {
  expect([0, 0.2, 0.000002, 1_234.5, -20_000, undefined, ''].map(value => dollars(value, shown))).toEqual([
    '0.00',
    '0.20',
    '0.000002',
    '1,234.50',
    '-20,000.00',
    '',
    '',
  ])
})

test('text being typed stays unchanged', () => {
  expect(dollars(1_234, { userTyping: true, input: '1234.' })).toBe('1234.')
})

test('a grouped number is parsed in every language', async () => {
  for (const language of CONSOLE_LANGUAGES) {
    await i18n.changeLanguage(language)
    expect(withoutGroups(dollars(1_234_567.25, shown))).toBe('1234567.25')
  }
})

test.each(['ru', 'fr', 'vi'])('a decimal comma is parsed in %s', async language => {
  await i18n.changeLanguage(language)
  expect(withoutGroups('1 234,5')).toBe('1234.5')
})
