import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from here on would make the first letters likelier than the others. */
const FIRST_UNFAIR_BYTE = 256 - (256 % ALPHABET.length)

/** Unguessable text of `[0-9A-Za-z]`, every character equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const fair = randomBytes(length - text.length).filter(byte => byte < FIRST_UNFAIR_BYTE)
    for (const byte of fair) text += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return text
}
