import type { Language, OptionKey, SettingsSection, SettingsTab } from '@tollgate/contract'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../phrases/index.ts'
import type { OptionWords, SettingsPlace, SettingsWords } from '../../phrases/settings-words.ts'

/** These texts are loaded with the settings page, to keep the first load small. */
const chunks: Record<Language, () => Promise<{ default: SettingsWords }>> = {
  en: () => import('../../phrases/en/options/index.ts'),
  zh: () => import('../../phrases/zh/options/index.ts'),
  ru: () => import('../../phrases/ru/options/index.ts'),
}

const loaded: Partial<Record<Language, Promise<{ default: SettingsWords }>>> = {}

/** Returns the texts of tabs, sections and options; suspends until the user's language is loaded. */
export function useWords(): SettingsWords {
  // Renders again when the language changes.
  useTranslation()
  const language = currentLanguage()
  loaded[language] ??= chunks[language]()
  return use(loaded[language]).default
}

export function optionWords({ options }: SettingsWords, key: OptionKey): OptionWords {
  const words: Partial<Record<OptionKey, OptionWords>> = options
  // Only hidden options have no words, and they are never shown.
  return words[key] ?? { label: key, hint: '' }
}

export function placeOf(tab: SettingsTab, section: SettingsSection): SettingsPlace {
  // Callers take the section from the tab's own list.
  return `${tab}/${section}` as SettingsPlace
}
