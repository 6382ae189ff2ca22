/** A whole WebSocket message: text, or bytes. */
export type Message = string | Uint8Array

/** The end of a WebSocket: a client's or an upstream's. */
export interface End {
  send(message: Message): void
  /** Bytes written to it but not yet sent. */
  waiting(): number
  /** Stops reading from it. */
  pause(): void
  resume(): void
  close(code: number, reason: string): void
}

/** The longest message: OpenAI takes 15 MiB of audio in one. */
export const LONGEST_MESSAGE_BYTES = 16 * 1024 * 1024
