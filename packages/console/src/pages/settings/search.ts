import { type OptionKey, optionKeys, optionLines } from '@tollgate/contract'
import type { OptionWords } from '../../phrases/option-words.ts'

/** The options whose label, hint or key holds every word of the query. */
export function optionsFound(query: string, wordsOf: (key: OptionKey) => OptionWords): OptionKey[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  return optionKeys.filter(key => {
    if (optionLines[key].hidden) return false
    const { label, hint } = wordsOf(key)
    const text = `${label} ${hint} ${key}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}
