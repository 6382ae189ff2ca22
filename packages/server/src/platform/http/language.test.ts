import { expect, test } from 'bun:test'
import { consoleLanguageOf, languageOf } from './language.ts'

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en;q=0.5, RU-ru ; q=0.7', 'ru'],
  ['ru', 'ru'],
  // Not supported, so the next one counts.
  ['de-DE,de;q=0.9,ru;q=0.4', 'ru'],
  // Its weight refuses it.
  ['ru;q=0, zh;q=0.1', 'zh'],
  ['zh;q=0', 'en'],
  ['zh-TW', 'zh'],
  ['zh-Hant-HK, en;q=0.5', 'zh'],
  ['ja-JP, vi;q=0.5', 'en'],
  // They say which they read besides.
  ['fr, ru;q=0.1', 'ru'],
  ['de', 'en'],
  ['', 'en'],
  [null, 'en'],
])('of %p a caller of the relay gets %s', (header, language) => {
  expect(languageOf(header)).toBe(language as 'en')
})

test.each([
  ['fr-CA, en;q=0.5', 'fr'],
  ['zh-HK', 'zh-TW'],
  ['vi;q=0, ja', 'ja'],
  ['de', 'ru'],
  [null, 'ru'],
])('of %p a caller of the console gets %s', (header, language) => {
  expect(consoleLanguageOf(header, 'ru')).toBe(language as 'en')
})

test('a header of 100000 entries is read in linear time, including its last entry', () => {
  expect(languageOf(`${'x;q=1,'.repeat(100_000)}ru`)).toBe('ru')
})
