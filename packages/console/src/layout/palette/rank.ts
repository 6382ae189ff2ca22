/** An item that the palette finds by its title or by other words. */
export interface Named {
  title: string
  /** Other search words, such as a setting's key. */
  also?: string | undefined
}

/**
 * Returns the items that contain every word of the query, best first, at most `most`: a title equal to the query, then one that
 * begins with it, then one with a word that does, then the rest. Ties keep their order. Without a query, the first items.
 */
export function ranked<Item extends Named>(items: readonly Item[], query: string, most: number): Item[] {
  const wanted = query.toLowerCase().trim()
  if (wanted === '') return items.slice(0, most)
  const words = wanted.split(/\s+/)
  return items
    .map(item => ({ item, rank: rankOf(item, wanted, words) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item)
}

const NOT_FOUND = 5

function rankOf({ title, also = '' }: Named, wanted: string, words: readonly string[]): number {
  const name = title.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (words.every(word => beginsAWord(name, word))) return 2
  if (words.every(word => name.includes(word))) return 3
  const text = `${name} ${also.toLowerCase()}`
  return words.every(word => text.includes(word)) ? 4 : NOT_FOUND
}

/** Letters of any script; text without spaces is one word. */
function beginsAWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  return false
}
