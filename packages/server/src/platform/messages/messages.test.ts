import { expect, test } from 'bun:test'
import { CONSOLE_LANGUAGES, LANGUAGES } from '@tollgate/contract'
import {
  blankCodes,
  codesAndNames,
  foreignPunctuation,
  languageFolders,
  sentencesOf,
} from '../../../../contract/src/messages/testing.ts'

const HERE = new URL('.', import.meta.url)

test('there is a folder for every language, and for no other', () => {
  expect(languageFolders(HERE)).toEqual([...CONSOLE_LANGUAGES].sort())
})

test.each([...LANGUAGES])('%s has a sentence for every code, with the same placeholders as English', async language => {
  const [english, other] = await Promise.all([sentencesOf(HERE, 'en'), sentencesOf(HERE, language)])
  expect(codesAndNames(other)).toEqual(codesAndNames(english))
  expect(blankCodes(other)).toEqual([])
})

/** Of what the console shows. */
const SHOWN = ['changes.ts', 'incidents.ts', 'log.ts', 'relay.ts', 'task-failures.ts']
const FURTHER = CONSOLE_LANGUAGES.filter(language => !LANGUAGES.some(own => own === language))

test.each(FURTHER)('%s has every sentence that the console shows, with the same placeholders', async language => {
  const [english, other] = await Promise.all([sentencesOf(HERE, 'en'), sentencesOf(HERE, language)])
  const shown = Object.fromEntries(SHOWN.map(file => [file, english[file] ?? {}]))
  expect(codesAndNames(other)).toEqual(codesAndNames(shown))
  expect(blankCodes(other)).toEqual([])
})

test.each(['zh', 'zh-TW'])(
  '%s: Chinese sentences have their own punctuation, without a space after it',
  async language => {
    expect(foreignPunctuation(await sentencesOf(HERE, language))).toEqual([])
  },
)
