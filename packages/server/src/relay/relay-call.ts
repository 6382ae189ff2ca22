import type { Language } from '@tollgate/contract'
import type { GeminiAddress } from '@tollgate/gateway'
import { languageOf } from '../http/language.ts'
import type { RelayEndpoint } from './endpoints.ts'

/** One call as it arrived. */
export interface RelayCall {
  /** Ours alone: what the ledger knows the call by, whatever the client sends twice. */
  id: string
  /** What the client and the log know it by: the client's `X-Request-Id`, else `id`. */
  requestId: string
  endpoint: RelayEndpoint
  /** What the path says of model and manner, where a client of Gemini's calls; null: the body says it. */
  address: GeminiAddress | null
  /** Milliseconds on the monotonic clock. */
  startedAt: number
  language: Language
}

const FIT_FOR_A_HEADER = /^[\w.:-]{1,128}$/

export function newCall(endpoint: RelayEndpoint, headers: Headers, address: GeminiAddress | null = null): RelayCall {
  // Ids that grow keep the indexes they stand in compact: half the cost of a settlement is saved by it.
  const id = Bun.randomUUIDv7()
  const given = headers.get('x-request-id')
  return {
    id,
    requestId: given && FIT_FOR_A_HEADER.test(given) ? given : id,
    endpoint,
    address,
    startedAt: performance.now(),
    // Program clients seldom name a language; English is what they log.
    language: languageOf(headers.get('accept-language'), 'en'),
  }
}
