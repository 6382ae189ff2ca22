import { expect, test } from 'bun:test'
import { baseOf, CONSOLE_LANGUAGES, isDraft, LANGUAGES, languageOfTag, OFFERED_LANGUAGES } from './languages.ts'

test.each([
  ['zh-TW', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-CN', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh_mo', 'zh-TW'],
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['zh-Hans-HK', 'zh'],
  ['ZH-SG', 'zh'],
  ['fr-CA', 'fr'],
  ['ja_JP', 'ja'],
  ['vi', 'vi'],
  ['en-GB', 'en'],
  ['fry', undefined],
  ['de', undefined],
  ['', undefined],
  [undefined, undefined],
])('%p stands for %p', (tag, language) => {
  expect(languageOfTag(tag, CONSOLE_LANGUAGES)).toBe(language as 'en')
})

test('readers of traditional characters get simplified ones where there are no others', () => {
  expect(languageOfTag('zh-TW', LANGUAGES)).toBe('zh')
})

test('a draft is not offered, and every base language is', () => {
  expect(OFFERED_LANGUAGES.filter(isDraft)).toEqual([])
  expect(OFFERED_LANGUAGES).toEqual(expect.arrayContaining([...LANGUAGES]))
  expect(LANGUAGES.map(baseOf)).toEqual([...LANGUAGES])
})

test('Intl knows every language’s dates, numbers and plurals', () => {
  expect(Intl.DateTimeFormat.supportedLocalesOf(CONSOLE_LANGUAGES)).toEqual(CONSOLE_LANGUAGES)
  expect(Intl.NumberFormat.supportedLocalesOf(CONSOLE_LANGUAGES)).toEqual(CONSOLE_LANGUAGES)
  expect(Intl.PluralRules.supportedLocalesOf(CONSOLE_LANGUAGES)).toEqual(CONSOLE_LANGUAGES)
})
