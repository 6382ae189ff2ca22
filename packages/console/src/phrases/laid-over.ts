import type { Incomplete } from './language-pack.ts'

/** Returns a language's words with those of an incomplete one in their place. */
export function laidOver<Words>(below: Words, above: Incomplete<Words> | undefined): Words {
  if (typeof below !== 'object' || below === null) return (above ?? below) as Words
  const words = Object.entries(below).map(([key, word]) => [
    key,
    laidOver(word, (above as Record<string, object> | undefined)?.[key]),
  ])
  // The same keys, with values of the same types.
  return Object.fromEntries(words) as Words
}
