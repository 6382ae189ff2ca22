import type { OptionKey, SettingsSection, SettingsTab } from '@tollgate/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionWords, SectionWords, SettingsPlace } from '../../phrases/option-words.ts'

/** What the page says of each option, in the user's language. */
export function useOptionWords(): (key: OptionKey) => OptionWords {
  const { t } = useTranslation()
  return useMemo(() => {
    const words: Partial<Record<OptionKey, OptionWords>> = t('settings.options', { returnObjects: true })
    // Only hidden options have no words, and they are never shown.
    return key => words[key] ?? { label: key, hint: '' }
  }, [t])
}

export function useSectionWords(): (place: SettingsPlace) => SectionWords {
  const { t } = useTranslation()
  return useMemo(() => {
    const words: Record<SettingsPlace, SectionWords> = t('settings.sections', { returnObjects: true })
    return place => words[place]
  }, [t])
}

export function placeOf(tab: SettingsTab, section: SettingsSection): SettingsPlace {
  // Callers take the section from the tab's own list.
  return `${tab}/${section}` as SettingsPlace
}
