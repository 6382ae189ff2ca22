import { ModelMappingCycle, mapModel } from '@tollgate/contract'
import { type Entry, readEntries } from '../../../components/entry-table/entries.ts'

/** The name that goes up for a requested one; null: the mapping leads in a circle. */
export function mappedModel(entries: readonly Entry[], model: string): string | null {
  try {
    return mapModel(Object.fromEntries(entries.map(({ name, value }) => [name.trim(), value.trim()])), model)
  } catch (error) {
    if (error instanceof ModelMappingCycle) return null
    throw error
  }
}

type MappingProblem = 'circle' | 'notServed' | 'unknownTarget'

/**
 * What is wrong with a line of a model mapping, worst first.
 * @param models are served; absent: nobody knows
 * @param known models of the channel's type; empty: nobody knows
 */
export function mappingProblem(
  entries: readonly Entry[],
  index: number,
  models: ReadonlySet<string> | undefined,
  known: ReadonlySet<string>,
): MappingProblem | undefined {
  const name = entries[index]?.name.trim() ?? ''
  const target = entries[index]?.value.trim() ?? ''
  if (name === '' || target === '') return undefined
  if (mappedModel(entries, name) === null) return 'circle'
  const isStep = entries.some(entry => entry.value.trim() === name)
  if (models && !models.has(name) && !isStep) return 'notServed'
  const isMappedOn = entries.some(entry => entry.name.trim() === target)
  if (known.size > 0 && !known.has(target) && !models?.has(target) && !isMappedOn) return 'unknownTarget'
  return undefined
}

/** Whether a text is a mapping whose steps all end. */
export function isSoundMapping(text: string): boolean {
  const entries = readEntries(text)
  return entries?.every(({ name }) => mappedModel(entries, name.trim()) !== null) ?? false
}

/** Whether a text is a status of HTTP: what the server takes. */
export const isStatus = (text: string): boolean => /^[1-5]\d\d$/.test(text)
