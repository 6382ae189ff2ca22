import { expect, test } from 'bun:test'
import { CONSOLE_LANGUAGES } from '@tollgate/contract'
import {
  blankCodes,
  codesAndNames,
  foreignPunctuation,
  languageFolders,
  sentencesOf,
  wrongFrenchSpaces,
} from '../../../../contract/src/messages/testing.ts'
import { relaySentences } from './index.ts'

const HERE = new URL('.', import.meta.url)

test('there is a folder for every language, and for no other', () => {
  expect(languageFolders(HERE)).toEqual([...CONSOLE_LANGUAGES].sort())
})

test.each(CONSOLE_LANGUAGES)(
  '%s has a sentence for every code, with the same placeholders as English',
  async language => {
    const [english, other] = await Promise.all([sentencesOf(HERE, 'en'), sentencesOf(HERE, language)])
    expect(codesAndNames(other)).toEqual(codesAndNames(english))
    expect(blankCodes(other)).toEqual([])
  },
)

test.each(['zh', 'zh-TW'])(
  '%s: Chinese sentences have their own punctuation, without a space after it',
  async language => {
    expect(foreignPunctuation(await sentencesOf(HERE, language))).toEqual([])
  },
)

test('French sentences have no-break spaces at their punctuation', async () => {
  expect(wrongFrenchSpaces(await sentencesOf(HERE, 'fr'))).toEqual([])
})

test.each(CONSOLE_LANGUAGES)('%s: a refusal of a token, a model or a group says what to do', language => {
  const refusals = ['token_missing', 'token_invalid', 'token_disabled', 'token_expired', 'token_exhausted'] as const
  const others = ['user_banned', 'ip_not_allowed', 'group_not_usable', 'model_not_allowed', 'model_unknown'] as const
  const silent = [...refusals, ...others, 'no_channel' as const].filter(
    code => !/[;；。，]\s?\S/.test(relaySentences[language][code]),
  )
  expect(silent).toEqual([])
})
