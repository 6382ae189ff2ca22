import { expect, test } from 'bun:test'
import { errors } from '../error-codes.ts'
import { LANGUAGES } from '../languages.ts'
import { blankCodes, codesAndNames, foreignPunctuation, languageFolders, sentencesOf } from './testing.ts'

const HERE = new URL('.', import.meta.url)

test('there is a folder for every language, and for no other', () => {
  expect(languageFolders(HERE)).toEqual([...LANGUAGES].sort())
})

test.each([...LANGUAGES])(
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

test('Chinese sentences have their own punctuation, without a space after it', async () => {
  expect(foreignPunctuation(await sentencesOf(HERE, 'zh'))).toEqual([])
})
