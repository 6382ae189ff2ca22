import { type OptionKey, optionKeys, optionLines } from '@tollgate/contract'
import type { SettingsWords } from '../../phrases/settings-words.ts'
import { optionWords } from './words.ts'

/** The options whose label, hint or key holds every word of the query. */
export function optionsFound(query: string, words: SettingsWords): OptionKey[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  return optionKeys.filter(key => {
    if (optionLines[key].hidden) return false
    const { label, hint } = optionWords(words, key)
    const text = `${label} ${hint} ${key}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}
