import type { Abilities, AudioEndpoint, MetadataByModel } from '@tollgate/contract'
import { pricedKinds } from '../pricing/default-price.ts'
import { knownWindow, type LimitTables } from '../pricing/model-limits.ts'
import { abilitiesOf } from './abilities.ts'
import { audioEndpointOf } from './audio-endpoints.ts'
import { makerOf } from './makers.ts'

/** What people look up before they choose a model. */
export interface ModelFacts {
  /** Empty: unknown. */
  maker: string
  /** Written by the operator; empty: none. */
  description: string
  /** Tokens; null: unknown. */
  contextWindow: number | null
  /** A missing ability is unknown. */
  abilities: Abilities
  /** Null: unknown, or it has another one. */
  audioEndpoint: AudioEndpoint | null
  /** Whether its fixed price is per second of video. */
  isPricedBySecond: boolean
}

/** Videos priced per second; the price of others is for a video of the usual length. */
const BY_SECOND = /^(sora|veo-|wan\d)/

interface FactTables extends Pick<LimitTables, 'contextWindows'> {
  metadata: MetadataByModel
}

/**
 * Returns what the operator says of a model, otherwise what is known by its name; nothing is guessed. Searches
 * thousands of patterns, so keep the result.
 *
 * @param names the model's names, the operator's own first, as for prices
 */
export function modelFacts(names: readonly string[], tables: FactTables, at: Date): ModelFacts {
  const [name = ''] = names
  const said = Object.hasOwn(tables.metadata, name) ? tables.metadata[name] : undefined
  return {
    maker: said?.maker || makerOf(name),
    description: said?.description ?? '',
    contextWindow: knownWindow(names, tables, at) ?? null,
    abilities: { ...pricedKinds(names.at(-1) ?? '', at), ...abilitiesOf(name), ...said?.abilities },
    audioEndpoint: audioEndpointOf(name),
    isPricedBySecond: BY_SECOND.test(name.toLowerCase()),
  }
}
