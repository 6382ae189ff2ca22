import { expect, test } from 'bun:test'
import { languageOf } from './language.ts'

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

test('a header of 100000 entries is read in linear time, including its last entry', () => {
  expect(languageOf(`${'x;q=1,'.repeat(100_000)}ru`, 'en')).toBe('ru')
})
