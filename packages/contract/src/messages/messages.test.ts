import { expect, test } from 'bun:test'
import { errors } from '../error-codes.ts'
import { CONSOLE_LANGUAGES } from '../languages.ts'
import {
  blankCodes,
  codesAndNames,
  foreignPunctuation,
  languageFolders,
  sentencesOf,
  wrongFrenchSpaces,
} from './testing.ts'

const HERE = new URL('.', import.meta.url)

test('there is a folder for every language, and for no other', () => {
  expect(languageFolders(HERE)).toEqual([...CONSOLE_LANGUAGES].sort())
})

test.each(CONSOLE_LANGUAGES)(
  '%s has a sentence for every code, with the same placeholders as the English one',
  async language => {
    const [english, other] = await Promise.all([sentencesOf(HERE, 'en'), sentencesOf(HERE, language)])
    expect(codesAndNames(other)).toEqual(codesAndNames(english))
    expect(blankCodes(other)).toEqual([])
  },
)

test('every failure has a sentence', async () => {
  expect(Object.keys((await sentencesOf(HERE, 'en'))['errors.ts'] ?? {}).sort()).toEqual(Object.keys(errors).sort())
})

test.each(['zh', 'zh-TW'])(
  '%s: Chinese sentences have their own punctuation, without a space after it',
  async language => {
    expect(foreignPunctuation(await sentencesOf(HERE, language))).toEqual([])
  },
)

test('French sentences have no-break spaces at their punctuation', async () => {
  expect(wrongFrenchSpaces(await sentencesOf(HERE, 'fr'))).toEqual([])
})
