import { type OptionKey, optionKeys, optionLines } from '@tollgate/contract'
import { consoleError } from '../http/console-error.ts'

/** Throws for switching an option on before the options it needs are set, and for clearing what an active switch needs. */
export function checkNeeds(key: OptionKey, value: unknown, values: Record<OptionKey, unknown>): void {
  const missing = value === true ? needsOf(key).filter(need => isBlank(values[need])) : []
  if (missing.length > 0) throw consoleError('option_needs', { key, needs: missing.join(', ') }, key)

  const user = isBlank(value) && optionKeys.find(other => values[other] === true && needsOf(other).includes(key))
  if (user) throw consoleError('option_in_use', { key, by: user }, key)
}

const needsOf = (key: OptionKey): readonly OptionKey[] => optionLines[key].needs ?? []
const isBlank = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
