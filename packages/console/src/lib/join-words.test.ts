import { afterEach, beforeAll, expect, test } from 'bun:test'
import { i18n } from '../phrases/index.ts'
import { labelled } from './join-words.ts'

beforeAll(() => i18n.init({ lng: 'en', resources: {} }))
afterEach(() => i18n.changeLanguage('en'))

test.each([
  ['en', 'Edit: 1'],
  ['ru', 'Edit: 1'],
  ['fr', 'Edit\u00a0: 1'],
  ['ja', 'Edit：1'],
  ['zh-TW', 'Edit：1'],
])('a name and its value have the colon of the language: %s', async (language, text) => {
  await i18n.changeLanguage(language)
  expect(labelled('Edit', 1)).toBe(text)
})
