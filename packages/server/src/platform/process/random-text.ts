import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Skips bytes from here on, because they would favour the first letters. */
const FIRST_BIASED_BYTE = 256 - (256 % ALPHABET.length)

/** Returns cryptographically random text of `[0-9A-Za-z]`, all characters equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const unbiased = randomBytes(length - text.length).filter(byte => byte < FIRST_BIASED_BYTE)
    for (const byte of unbiased) text += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return text
}
