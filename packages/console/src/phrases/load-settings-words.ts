import type { Language } from '@tollgate/contract'
import type { SettingsWords } from './settings-words.ts'

/** These texts are loaded when settings are shown or searched, to keep the first load small. */
const chunks: Record<Language, () => Promise<{ default: SettingsWords }>> = {
  en: () => import('./en/options/index.ts'),
  zh: () => import('./zh/options/index.ts'),
  ru: () => import('./ru/options/index.ts'),
}

const loaded: Partial<Record<Language, Promise<SettingsWords>>> = {}

/** Loads the texts of tabs, sections and options once; the promise of a language is always the same. */
export function loadSettingsWords(language: Language): Promise<SettingsWords> {
  loaded[language] ??= chunks[language]().then(words => words.default)
  return loaded[language]
}
