import type { Tally } from './tally.ts'

/** Reads along while a streamed answer passes by. */
export interface Follower {
  /** One network chunk in; the bytes for the client come out: the same array, another, or null for none yet. */
  push(chunk: Uint8Array): Uint8Array | null
  /** No more input: what was still held back comes out. */
  end(): Uint8Array | null
  /** Kept current with every push. */
  readonly tally: Readonly<Tally>
}

/** How answers of one wire format are read along. Nothing is converted. */
export interface Following {
  /**
   * With `hideUsage` a frame that exists only to report usage is withheld: the gateway asked for it, not the client.
   * Without it every chunk is handed on at once and untouched.
   */
  stream(options: { hideUsage: boolean }): Follower
  /** Reads an answer that is not streamed. Never throws: what is no answer at all becomes the tally's `error`. */
  whole(body: string): Tally
}
