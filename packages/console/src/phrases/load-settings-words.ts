import { baseOf, type ConsoleLanguage, isDraft } from '@tollgate/contract'
import { laidOver } from './laid-over.ts'
import { folders } from './languages.ts'
import type { SettingsWords } from './settings-words.ts'

const loaded: Partial<Record<ConsoleLanguage, Promise<SettingsWords>>> = {}

/**
 * Loads the texts of tabs, sections and options once, when settings are shown or searched, to keep the first load
 * small; the promise of a language is always the same.
 */
export function loadSettingsWords(language: ConsoleLanguage): Promise<SettingsWords> {
  loaded[language] ??= load(language)
  return loaded[language]
}

async function load(language: ConsoleLanguage): Promise<SettingsWords> {
  const own = (await folders[language].settings?.())?.default ?? {}
  if (isDraft(language)) return laidOver(await loadSettingsWords(baseOf(language)), own)
  // Complete: by its type, or by the test of further languages.
  return own as SettingsWords
}
