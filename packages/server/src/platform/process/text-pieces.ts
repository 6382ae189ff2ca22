import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Encodes a long text piece by piece, and lets other calls run between its pieces. */
export async function* encodeInTurns(text: string): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < text.length; ) {
    const end = Math.min(text.length, at + PIECE_CHARACTERS)
    // A character of two units stays in one piece.
    const next = end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield encoder.encode(text.slice(at, next))
    at = next
    await yieldToEventLoop()
  }
}

const PIECE_CHARACTERS = 512 * 1024

const encoder = new TextEncoder()

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00
