import { type ConsoleLanguage, type OptionKey, optionKeys, optionLines } from '@tollgate/contract'
import { places } from '../../lib/places.ts'
import { loadSettingsWords } from '../../phrases/load-settings-words.ts'
import type { OptionWords, SettingsPlace } from '../../phrases/settings-words.ts'
import type { Entry } from './entry.ts'

/** Every visible option, by its title and its key, linked to its field. */
export async function optionEntries(language: ConsoleLanguage): Promise<Entry[]> {
  const { options, sections, tabs } = await loadSettingsWords(language)
  const words: Partial<Record<OptionKey, OptionWords>> = options
  return optionKeys.flatMap(key => {
    const { tab, section } = optionLines[key]
    const label = words[key]?.label
    if (!label) return []
    // the option's own tab has the section
    const { title } = sections[`${tab}/${section}` as SettingsPlace]
    return {
      key,
      title: label,
      also: `${key} ${title} ${tabs[tab]}`,
      hint: `${tabs[tab]} › ${title}`,
      to: places.option(tab, key),
    }
  })
}
