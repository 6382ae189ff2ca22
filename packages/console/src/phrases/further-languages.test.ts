import { expect, test } from 'bun:test'
import { isDraft, LANGUAGES, OFFERED_LANGUAGES } from '@tollgate/contract'
import { hasWrongFrenchSpace } from '../../../contract/src/messages/testing.ts'
import en from './en/first.ts'
import { folders } from './languages.ts'
import { readTexts } from './read-texts.ts'
import { reportOn } from './report.ts'

const [english, chinese, russian] = await Promise.all([readTexts('en'), readTexts('zh'), readTexts('ru')])
const base = { en: english, zh: chinese, ru: russian }

// The compiler checks the base languages; a draft is measured by `npm run phrases`.
test('every offered language has all phrases, no others, and the English placeholders', async () => {
  for (const language of OFFERED_LANGUAGES) {
    const { missing, unused, placeholders } = reportOn(language, await readTexts(language), base)
    expect({ language, missing, unused, placeholders }).toEqual({ language, missing: [], unused: [], placeholders: [] })
  }
})

test('every offered language loads the first phrases that English does, and its settings', async () => {
  const parts = Object.keys((await folders.en.settings?.())?.default ?? {}).sort()
  expect(parts).not.toEqual([])
  for (const language of OFFERED_LANGUAGES) {
    const { phrases } = (await folders[language].first()).default
    expect({ language, areas: Object.keys(phrases).sort() }).toEqual({
      language,
      areas: Object.keys(en.phrases).sort(),
    })
    const settings = await folders[language].settings?.()
    expect({ language, parts: Object.keys(settings?.default ?? {}).sort() }).toEqual({ language, parts })
  }
})

test('French phrases have no-break spaces at their punctuation', async () => {
  const wrong = Object.entries(await readTexts('fr')).filter(([, text]) => hasWrongFrenchSpace(text))
  expect(wrong.map(([key]) => key)).toEqual([])
})

test('a base language is no draft, for its phrases are those of drafts', () => {
  expect(LANGUAGES.filter(isDraft)).toEqual([])
})
