import type { StreamObserver } from '../observers/observer.ts'
import type { Tally } from '../observers/tally.ts'

/** How an answer gets from the upstream to the client: unchanged while observed, or converted. */
export interface ResponsePipeline {
  /** @param contentType the upstream's, of the stream */
  stream(contentType: string): StreamObserver
  /** Never throws: an unreadable body becomes the tally's `error`. */
  whole(body: Uint8Array): WholePassed
  /** The content type sent to the client; null: the upstream's. */
  contentType: { stream: string; whole: string } | null
}

export interface WholePassed {
  /** For the client. */
  body: Uint8Array
  tally: Tally
}
