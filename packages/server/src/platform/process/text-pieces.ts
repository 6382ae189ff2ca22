import { yieldToEventLoop } from './yield-to-event-loop.ts'

/**
 * Encodes part of a text piece by piece, so that a text of many megabytes does not delay other calls.
 * @param characters the length of a piece, in UTF-16 units
 */
export function* textPieces(
  text: string,
  characters: number,
  { from = 0, until = text.length } = {},
): Generator<Uint8Array<ArrayBuffer>, void> {
  for (let at = from; at < until; ) {
    const end = Math.min(until, at + characters)
    // A character of two units stays in one piece.
    const next = end < until && isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield encoder.encode(text.slice(at, next))
    at = next
  }
}

/** Encodes a long text, and lets other calls run between its pieces. */
export async function* encodeInTurns(text: string): AsyncGenerator<Uint8Array, void> {
  for (const piece of textPieces(text, PIECE_CHARACTERS)) {
    yield piece
    await yieldToEventLoop()
  }
}

const PIECE_CHARACTERS = 512 * 1024

const encoder = new TextEncoder()

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00
