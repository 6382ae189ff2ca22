import { defaultContextWindow } from './default-price.ts'

/** The most that one call of a model can consume, in tokens. */
export interface ModelLimits {
  /** All its input together. */
  contextWindow: number
  /** One answer, reasoning included. */
  output: number
}

/** The operator's own limits, by model name. */
export interface LimitTables {
  contextWindows: Readonly<Record<string, number>>
  outputLimits: Readonly<Record<string, number>>
}

/** The limits if unknown: more than any model on the market takes or gives. */
export const GENEROUS: ModelLimits = { contextWindow: 16_777_216, output: 1_048_576 }

/**
 * Returns a model's limits: the operator's, or the price package's window, or a generous limit. Without an output limit
 * an answer may fill the whole window. Searches thousands of patterns, so keep the result.
 *
 * @param names the model's names, starting with those the operator may have used; the last is the upstream's own
 */
export function limitsOf(
  names: readonly string[],
  { contextWindows, outputLimits }: LimitTables,
  at: Date,
): ModelLimits {
  const known =
    first(names, contextWindows) ?? (readsMore(names) ? undefined : knownWindow(names, { contextWindows }, at))
  return {
    contextWindow: known ?? GENEROUS.contextWindow,
    output: first(names, outputLimits) ?? Math.min(known ?? GENEROUS.output, GENEROUS.output),
  }
}

/**
 * Models that read more than their usual window if a request header asks for it:
 * https://docs.anthropic.com/en/docs/build-with-claude/context-windows
 */
const READS_MORE = /claude-(sonnet-4|4-sonnet)(?!\d)/
const readsMore = (names: readonly string[]): boolean => names.some(name => READS_MORE.test(name))

/** Returns a model's context window from the operator, otherwise from the price package; undefined: unknown. */
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
