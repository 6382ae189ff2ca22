import type { OptionKey, SettingsSection, SettingsTab } from '@tollgate/contract'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../phrases/index.ts'
import { loadSettingsWords } from '../../phrases/load-settings-words.ts'
import type { OptionWords, SettingsPlace, SettingsWords } from '../../phrases/settings-words.ts'

/** Returns the texts of tabs, sections and options; suspends until the user's language is loaded. */
export function useWords(): SettingsWords {
  // Renders again when the language changes.
  useTranslation()
  return use(loadSettingsWords(currentLanguage()))
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
