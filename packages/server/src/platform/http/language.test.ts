import { expect, test } from 'bun:test'
import { consoleLanguageOf, languageOf } from './language.ts'

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en;q=0.5, RU-ru ; q=0.7', 'ru'],
  ['ru', 'ru'],
  // Not supported, so the next one counts.
  ['de-DE,de;q=0.9,en;q=0.4', 'en'],
  // Its weight refuses it.
  ['ru;q=0, en;q=0.1', 'en'],
  ['zh;q=0', 'en'],
  ['de', 'en'],
  ['', 'en'],
  [null, 'en'],
])('of %p a reader gets %s', (header, language) => {
  expect(languageOf(header, 'en')).toBe(language as 'en')
})

test.each([
  ['zh-TW', 'zh'],
  ['zh-Hant-HK, en;q=0.5', 'zh'],
  ['fr', 'en'],
  ['ja-JP, vi;q=0.5', 'en'],
  // They say which they read besides.
  ['fr, ru;q=0.1', 'ru'],
  // Nothing is known of their reader.
  ['de', 'ru'],
])('of %p, which the server does not speak, a reader gets %s', (header, language) => {
  expect(languageOf(header, 'ru')).toBe(language as 'en')
})

test('a site whose fallback the server does not speak answers in the nearest language', () => {
  expect([languageOf('de', 'fr'), languageOf(null, 'zh-TW')]).toEqual(['en', 'zh'])
})

test.each([
  ['fr-CA, en;q=0.5', 'fr'],
  ['zh-HK', 'zh-TW'],
  ['vi;q=0, ja', 'ja'],
  ['de', 'ru'],
  [null, 'ru'],
])('of %p the console’s language is %s', (header, language) => {
  expect(consoleLanguageOf(header, 'ru')).toBe(language as 'en')
})

test('a header of 100000 entries is read in linear time, including its last entry', () => {
  expect(languageOf(`${'x;q=1,'.repeat(100_000)}ru`, 'en')).toBe('ru')
})
