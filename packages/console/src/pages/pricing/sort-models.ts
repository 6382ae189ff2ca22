import { type PricedModel, TYPICAL_CALLS, type TypicalCallName } from '@tollgate/contract'
import { pricesOf } from './price-lines.ts'
import { costOfCall } from './typical-calls.ts'

export const SORT_KEYS = ['model', 'context', 'input', 'output', 'cached', 'written', 'call'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** A list's sort order as in the address: `input`, or `-input` for the most expensive first. */
export interface Sorting {
  key: SortKey
  isDescending: boolean
}

/** undefined: the list's default order. */
export function readSorting(text: string): Sorting | undefined {
  const key = SORT_KEYS.find(key => key === text.replace(/^-/, ''))
  return key && { key, isDescending: text.startsWith('-') }
}

/** The order after a click on a heading: cheapest first, most expensive first, the list's default order. */
export function nextSorting(key: SortKey, sorting: Sorting | undefined): string {
  if (sorting?.key !== key) return key
  return sorting.isDescending ? '' : `-${key}`
}

export interface SortContext {
  group: string
  ratio: number
  /** The call whose cost is the sort key. */
  call: TypicalCallName
}

/**
 * Models the group may call come first. The default order is: priced by usage, then names with gpt, then alphabetical. Models
 * without the number come last in either direction.
 */
export function sortModels<Model extends PricedModel>(
  models: readonly Model[],
  context: SortContext,
  sorting?: Sorting,
): Model[] {
  const direction = sorting?.isDescending ? -1 : 1
  const values = new Map(sorting && models.map(model => [model, sortValue(model, sorting.key, context)]))
  const bySorting = (one: Model, other: Model) => {
    const [a, b] = [values.get(one), values.get(other)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return direction * (typeof a === 'string' ? compareNames(a, String(b)) : a - Number(b))
  }
  return [...models].sort(
    (one, other) =>
      Number(isAvailable(other, context.group)) - Number(isAvailable(one, context.group)) ||
      bySorting(one, other) ||
      one.quota_type - other.quota_type ||
      Number(isGpt(other)) - Number(isGpt(one)) ||
      compareNames(one.model_name, other.model_name),
  )
}

/** A model without a price is only for users who accept that. */
export const isAvailable = (model: PricedModel, group: string): boolean =>
  model.is_priced && model.enable_groups.includes(group)

function sortValue(model: PricedModel, key: SortKey, { ratio, call }: SortContext): number | string | undefined {
  if (key === 'model') return model.model_name
  if (key === 'context') return model.context_window ?? undefined
  if (key === 'call') {
    const cost = costOfCall(model, TYPICAL_CALLS[call], ratio)
    return typeof cost === 'number' ? cost : undefined
  }
  if (model.quota_type === 1 || !model.is_priced) return undefined
  return pricesOf(model, ratio)[key === 'written' ? 'cacheWrite5m' : key]
}

const isGpt = ({ model_name }: PricedModel): boolean => model_name.startsWith('gpt')

const compareNames = (one: string, other: string): number => one.localeCompare(other, 'en')
