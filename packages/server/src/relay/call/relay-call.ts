import type { Language, PLAYGROUND_ROUTES } from '@tollgate/contract'
import type { GeminiAddress } from '@tollgate/gateway'
import { languageOf } from '../../platform/http/language.ts'
import { type BagMember, NO_SLOT } from '../../platform/process/bag.ts'
import { requestIdOf } from '../../platform/process/request-id.ts'
import type { CallTrace } from '../../platform/tracing/tracing.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { type MemoryHold, uncounted } from './memory-budget.ts'
import type { StoredCall } from './stored-call.ts'

/** A route of the console's playground. */
export type PlaygroundRoute = (typeof PLAYGROUND_ROUTES)[number]

/** One call as it arrived. */
export interface RelayCall extends BagMember {
  /** Made by the gateway; identifies the call in the ledger, even if a client sends the same request id twice. */
  id: string
  /** Identifies the call for the client and in the log: the client's `X-Request-Id`, else `id`. */
  requestId: string
  endpoint: RelayEndpoint
  /** The model and method in a Gemini path; null: the body names the model. */
  address: GeminiAddress | null
  /** The model in an Azure path; it overrides the model in the body. */
  deployment?: string
  /** Milliseconds on the monotonic clock. */
  startedAt: number
  language: Language
  /** Counts the bytes it keeps in memory, once the caller is known. */
  memory: MemoryHold
  /** The user among whose calls it counts; absent: not counted yet. */
  claimedBy?: number
  /** Its place at its current channel; absent: none yet. */
  place?: ChannelPlace
  /** The playground route, for a call of a console session; absent: the call has a token. */
  playground?: PlaygroundRoute
  /** The most it may cost, set by its client; absent: no such limit. */
  budget?: CallBudget
  /** How it uses stored responses; absent: not at all. */
  stored?: StoredCall
  /** Its trace; absent: it is not traced. */
  trace?: CallTrace
  /** The connection it came over; absent for a call over a WebSocket, which carries many. */
  connection?: ClientConnection
}

/** A call's own budget in quota, and the quota of a US dollar. */
export interface CallBudget {
  quota: number
  quotaPerUnit: number
}

/** The part of a client connection that the relay needs. */
export interface ClientConnection {
  /** The remote end; null: it is gone. */
  peer(): { address: string; port: number } | null
  /** Bytes received over it so far; null: unknown. */
  received(): number | null
  /** Closes it when the client has read nothing for this many seconds; 0: never. Takes effect within four seconds. */
  limitUnread(seconds: number): void
}

/** A call's place at a channel, until the call has ended there. */
export interface ChannelPlace {
  /** Replaces the estimate with the call's real tokens; for a session, adds more tokens. */
  used(tokens: number): void
  /** The call has ended there. Later calls do nothing. */
  left(): void
}

export function newCall(
  endpoint: RelayEndpoint,
  headers: Headers,
  address: GeminiAddress | null = null,
  connection?: ClientConnection,
): RelayCall {
  // Ascending ids keep the database indexes compact, which halves the cost of a settlement.
  const id = Bun.randomUUIDv7()
  const call: RelayCall = {
    slot: NO_SLOT,
    id,
    requestId: requestIdOf(headers) ?? id,
    endpoint,
    address,
    startedAt: performance.now(),
    // API clients rarely name a language, and their logs are in English.
    language: languageOf(headers.get('accept-language')),
    memory: uncounted,
  }
  if (connection) call.connection = connection
  return call
}
