import { type OptionKey, optionKeys, optionLines } from '@tollgate/contract'
import type { SettingsWords } from '../../phrases/settings-words.ts'
import { optionWords, placeOf } from './words.ts'

/** The options whose key, words, section and tab together contain every word of the query. */
export function optionsFound(query: string, words: SettingsWords): OptionKey[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  return optionKeys.filter(key => {
    const { label, hint } = optionWords(words, key)
    const { tab, section } = optionLines[key]
    const { title } = words.sections[placeOf(tab, section)]
    const text = [key, label, hint, title, words.tabs[tab]].join(' ').toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}
