import { defaultContextWindow } from './default-price.ts'

/** What one call of a model can come to at most, in tokens. */
export interface ModelLimits {
  /** Of all its input together. */
  contextWindow: number
  /** Of one answer, reasoning included. */
  output: number
}

/** The operator's own limits, by model name. */
export interface LimitTables {
  contextWindows: Readonly<Record<string, number>>
  outputLimits: Readonly<Record<string, number>>
}

/** Where nobody says: more than any model on the market takes or gives. */
export const GENEROUS: ModelLimits = { contextWindow: 16_777_216, output: 1_048_576 }

/**
 * Returns what a model can do: the operator's word, else the price package's window, else a generous limit. Where no output limit is
 * set an answer may fill the whole window. Searches thousands of patterns: keep the result.
 *
 * @param names what the model is called, the names the operator may have used first; the last is the upstream's own
 */
export function limitsOf(
  names: readonly string[],
  { contextWindows, outputLimits }: LimitTables,
  at: Date,
): ModelLimits {
  const known = knownWindow(names, { contextWindows }, at)
  return {
    contextWindow: known ?? GENEROUS.contextWindow,
    output: first(names, outputLimits) ?? Math.min(known ?? GENEROUS.output, GENEROUS.output),
  }
}

/** Returns how many tokens a model takes by the operator's word, else by the price package; undefined: nobody says. */
export const knownWindow = (
  names: readonly string[],
  { contextWindows }: Pick<LimitTables, 'contextWindows'>,
  at: Date,
): number | undefined => first(names, contextWindows) ?? defaultContextWindow(names.at(-1) ?? '', at) ?? undefined

/** Model names come from anywhere: `constructor` has no limit. */
function first(names: readonly string[], table: Readonly<Record<string, number>>): number | undefined {
  const named = names.find(name => Object.hasOwn(table, name))
  return named === undefined ? undefined : table[named]
}
