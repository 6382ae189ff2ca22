import { expect, test } from 'bun:test'
import { hasForeignPunctuation } from '../../../contract/src/messages/testing.ts'
import en from './en/index.ts'
import enOptions from './en/options/index.ts'
import ru from './ru/index.ts'
import ruOptions from './ru/options/index.ts'
import zh from './zh/index.ts'
import zhOptions from './zh/options/index.ts'

const words = {
  en: flatten({ ...en, options: enOptions }),
  zh: flatten({ ...zh, options: zhOptions }),
  ru: flatten({ ...ru, options: ruOptions }),
}

test('every translation has the same placeholders as the English', () => {
  const differing = (['zh', 'ru'] as const).flatMap(language =>
    Object.entries(words.en)
      .filter(([key]) => !key.endsWith('_one'))
      .filter(([key, english]) => placeholders(words[language][key]) !== placeholders(english))
      .map(([key]) => `${language} ${key}`),
  )
  expect(differing).toEqual([])
})

test('every counted phrase in English has all its plural forms in Russian', () => {
  const counted = Object.keys(words.en).filter(key => key.endsWith('_one'))
  const missing = counted.flatMap(key =>
    ['one', 'few', 'many', 'other'].map(form => key.replace(/one$/, form)).filter(form => !words.ru[form]),
  )
  expect(missing).toEqual([])
})

test('no Chinese is left in the English and Russian phrases', () => {
  const leftOver = (['en', 'ru'] as const).flatMap(language =>
    Object.entries(words[language])
      .filter(([, text]) => /\p{Script=Han}/u.test(text))
      .map(([key]) => `${language} ${key}`),
  )
  expect(leftOver).toEqual([])
})

test('Chinese sentences have their own punctuation, without a space after it', () => {
  const wrong = Object.entries(words.zh).filter(([, text]) => hasForeignPunctuation(text))
  expect(wrong).toEqual([])
})

test('no translation is empty', () => {
  const empty = Object.entries(words).flatMap(([language, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => text.trim() === '')
      .map(([key]) => `${language} ${key}`),
  )
  expect(empty).toEqual([])
})

function flatten(value: unknown, path = ''): Record<string, string> {
  if (typeof value === 'string') return { [path]: value }
  const parts = Object.entries(value ?? {}).map(([key, inner]) => flatten(inner, path ? `${path}.${key}` : key))
  return Object.assign({}, ...parts)
}

function placeholders(text: string | undefined): string {
  return [...(text ?? '').matchAll(/\{\{\w+\}\}/g)]
    .map(([name]) => name)
    .sort()
    .join(' ')
}
