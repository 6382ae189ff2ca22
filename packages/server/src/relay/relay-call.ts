import type { Language } from '@tollgate/contract'
import type { GeminiAddress } from '@tollgate/gateway'
import { languageOf } from '../http/language.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { type MemoryHold, uncounted } from './request/memory-budget.ts'

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
  /** What it has in memory; nothing is counted before its caller is known. */
  memory: MemoryHold
  /** Over which it came; absent where a call is one of many over a socket. */
  connection?: ClientConnection
}

/** What the relay asks of the connection a call came over. */
export interface ClientConnection {
  /** The other end; null: it is gone. */
  peer(): { address: string; port: number } | null
  /** Bytes received over it so far; null: nobody knows. */
  received(): number | null
  /** Cuts it when nothing of what was written is taken for so long; 0: never. Takes effect within four seconds. */
  limitUnread(seconds: number): void
}

const FIT_FOR_A_HEADER = /^[\w.:-]{1,128}$/

export function newCall(
  endpoint: RelayEndpoint,
  headers: Headers,
  address: GeminiAddress | null = null,
  connection?: ClientConnection,
): RelayCall {
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
    memory: uncounted,
    ...(connection && { connection }),
  }
}
