import { expect, test } from 'bun:test'
import { reportOn, textsOf } from './report.ts'

const en = textsOf({
  save: 'Save',
  hint: 'Two words and {{name}}.',
  days_one: 'One day',
  days_other: '{{count}} days',
})
const base = { en, zh: textsOf({ save: '保存' }), ru: textsOf({ save: 'Сохранить' }) }
const CLEAN = { missing: [], unused: [], placeholders: [], long: [], asEnglish: [] }

test('a complete language is without findings, in its own plural forms', () => {
  const french = { days_one: 'Un jour', days_many: '{{count}} de jours', days_other: '{{count}} jours' }
  expect(reportOn('fr', { save: 'Enregistrer', hint: 'Deux mots et {{name}}.', ...french }, base)).toEqual(CLEAN)
  const japanese = { save: '保存', hint: '{{name}} など。', days_other: '{{count}} 日' }
  for (const language of ['ja', 'vi', 'zh-TW']) expect(reportOn(language, japanese, base)).toEqual(CLEAN)
})

test('missing and empty phrases are named, with every plural form', () => {
  expect(reportOn('fr', { save: ' ' }, base).missing).toEqual(['save', 'hint', 'days_one', 'days_many', 'days_other'])
  expect(reportOn('ja', {}, base).missing).toEqual(['save', 'hint', 'days_other'])
})

test('phrases that English has no longer, and plural forms that the language has not, are unused', () => {
  expect(reportOn('vi', { gone: 'x', days_one: 'x', days_other: '{{count}}' }, base).unused).toEqual([
    'gone',
    'days_one',
  ])
})

test('other placeholders than the English are named', () => {
  const { placeholders } = reportOn(
    'fr',
    { hint: 'Deux mots et {{nom}}.', days_one: 'Un jour', days_other: 'jours' },
    base,
  )
  expect(placeholders).toEqual(['hint', 'days_other'])
})

test('a label may be a quarter longer than the longest of the base languages', () => {
  const long = (save: string) => reportOn('fr', { save }, base).long
  // “Сохранить” has nine letters.
  expect(long('x'.repeat(12))).toEqual([])
  expect(long('x'.repeat(13))).toEqual(['save'])
  // Twelve in width.
  expect(reportOn('ja', { save: '保存保存保存' }, base).long).toEqual([])
  expect(reportOn('ja', { save: '保存保存保存保' }, base).long).toEqual(['save'])
})

test('several words left in English are named', () => {
  expect(reportOn('fr', { save: 'Save', hint: 'Two words and {{name}}.' }, base).asEnglish).toEqual(['hint'])
})
