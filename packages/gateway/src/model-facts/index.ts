import type { Abilities } from '@tollgate/contract'
import { pricedKinds } from '../pricing/default-price.ts'
import { knownWindow, type LimitTables } from '../pricing/model-limits.ts'
import { abilitiesOf } from './abilities.ts'
import { makerOf } from './makers.ts'

/** What people ask of a model before they choose it. */
export interface ModelFacts {
  /** Empty: unknown. */
  maker: string
  /** Tokens; null: unknown. */
  contextWindow: number | null
  /** What is missing is unknown. */
  abilities: Abilities
  /** Whether its fixed price is for a second of video. */
  isPricedBySecond: boolean
}

/** Videos whose price is multiplied by their seconds; others' is that of a video of the usual length. */
const BY_SECOND = /^(sora|veo-|wan\d)/

/**
 * Returns what is known of a model by its name: nothing is guessed. Searches thousands of patterns: keep the result.
 *
 * @param names what the model is called, the operator's own name first, as prices are looked up
 */
export function modelFacts(
  names: readonly string[],
  tables: Pick<LimitTables, 'contextWindows'>,
  at: Date,
): ModelFacts {
  const [name = ''] = names
  return {
    maker: makerOf(name),
    contextWindow: knownWindow(names, tables, at) ?? null,
    abilities: { ...pricedKinds(names.at(-1) ?? '', at), ...abilitiesOf(name) },
    isPricedBySecond: BY_SECOND.test(name.toLowerCase()),
  }
}
