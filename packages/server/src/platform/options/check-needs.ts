import { type OptionKey, optionKeys, optionLines } from '@tollgate/contract'
import { consoleError } from '../http/console-error.ts'

/**
 * Throws when an option is switched on before the options it needs are set, or when an option that an active switch
 * needs is cleared.
 */
export function checkNeeds(key: OptionKey, value: unknown, values: Record<OptionKey, unknown>): void {
  const missing = value === true ? needsOf(key).filter(need => isBlank(values[need])) : []
  if (missing.length > 0) throw consoleError('option_needs', { key, needs: missing.join(', ') }, key)

  const user = isBlank(value) && optionKeys.find(other => values[other] === true && needsOf(other).includes(key))
  if (user) throw consoleError('option_in_use', { key, by: user }, key)
}

const needsOf = (key: OptionKey): readonly OptionKey[] => optionLines[key].needs ?? []
const isBlank = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
