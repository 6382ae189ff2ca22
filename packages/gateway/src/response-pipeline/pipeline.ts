import type { StreamObserver } from '../observers/observer.ts'
import type { Tally } from '../observers/tally.ts'

/** How an answer gets from the upstream to the client: as it is while it is observed, or converted. */
export interface ResponsePipeline {
  /** @param contentType what the upstream says it streams */
  stream(contentType: string): StreamObserver
  /** Never throws: what is no answer at all becomes the tally's `error`. */
  whole(body: Uint8Array): WholePassed
  /** What the client is told it gets; null: what the upstream says of it. */
  contentType: { stream: string; whole: string } | null
}

export interface WholePassed {
  /** For the client. */
  body: Uint8Array
  tally: Tally
}
