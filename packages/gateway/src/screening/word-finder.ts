/** Finds one of many words in a text. */
export type WordFinder = (text: string) => string | null

/** Letters lead from one to the next; a word stands where it ends. */
interface Node {
  next: Map<number, Node>
  word: string | null
}

/**
 * Searches for all words at once, in upper and lower case alike, wherever they stand. What it costs does not grow with the
 * number of words: from each place in the text one path is followed as far as it goes.
 */
export function wordFinder(words: readonly string[]): WordFinder {
  const root: Node = { next: new Map(), word: null }
  /** Most places begin no word: they are passed at a few nanoseconds each. */
  const begins = new Uint8Array(0x10000)
  for (const word of words.map(word => word.trim().toLowerCase()).filter(Boolean)) {
    begins[word.charCodeAt(0)] = 1
    plant(root, word)
  }
  return given => {
    const text = given.toLowerCase()
    for (let at = 0; at < text.length; at++) {
      const found = begins[text.charCodeAt(at)] === 1 ? follow(root, text, at) : null
      if (found) return found
    }
    return null
  }
}

function plant(root: Node, word: string): void {
  let node = root
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    const next = node.next.get(code) ?? { next: new Map(), word: null }
    node.next.set(code, next)
    node = next
  }
  node.word = word
}

function follow(root: Node, text: string, start: number): string | null {
  let node: Node | undefined = root
  for (let at = start; node; at++) {
    if (node.word) return node.word
    node = node.next.get(text.charCodeAt(at))
  }
  return null
}
