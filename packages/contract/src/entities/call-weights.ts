import { splitList } from '../comma-list.ts'

/** Plans count calls in thousandths, so that sums of weights are exact. */
export const CALL = 1_000
/** The highest weight of a call, in calls. */
export const CALL_WEIGHT_MAX = 1_000

/** What a call of the models counts, in thousandths of a call. */
export interface CallWeight {
  /** A model's name; `*` stands for any characters. */
  pattern: string
  weight: number
}

const NUMBER = /^(\d{1,4})(?:\.(\d{1,3}))?$/

/** Reads `gpt-5=5, *-mini=0.2`; null: an entry is no model and weight from 0.001 to 1000. */
export function readCallWeights(text: string): CallWeight[] | null {
  const weights: CallWeight[] = []
  for (const entry of splitList(text)) {
    const at = entry.lastIndexOf('=')
    const [pattern, number] = [entry.slice(0, Math.max(0, at)).trim(), entry.slice(at + 1).trim()]
    const [, whole = '', decimals = ''] = NUMBER.exec(number) ?? []
    const weight = Number(whole) * CALL + Number(decimals.padEnd(3, '0'))
    if (pattern === '' || whole === '' || weight < 1 || weight > CALL_WEIGHT_MAX * CALL) return null
    weights.push({ pattern, weight })
  }
  return weights
}

/** Returns what a call with these names, its own first, counts: by a name before patterns, by patterns in their order; else one call. */
export function callWeightOf(weights: readonly CallWeight[], names: readonly string[]): number {
  for (const name of names) {
    const named = weights.find(({ pattern }) => pattern === name)
    if (named) return named.weight
  }
  return weights.find(({ pattern }) => names.some(name => fits(pattern, name)))?.weight ?? CALL
}

/** Whether a name fits a pattern. Takes the earliest place of each part, so that the work does not grow with the stars. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
