/**
 * Searches for many words at once, letter by letter (Aho and Corasick). A state is a number: the longest suffix read so
 * far that begins a word. Each letter is read once, so the cost does not grow with the number of words.
 */
export interface WordAutomaton {
  /** The next state after one more code unit, in lower case. */
  step(state: number, code: number): number
  /** How many of the last code units may still form a word. */
  depth(state: number): number
  /** The length of the longest word that ends here; 0: none. */
  wordLength(state: number): number
}

/** Nothing read so far begins a word. */
export const START = 0

/** @param words in lower case, none empty */
export function wordAutomaton(words: readonly string[]): WordAutomaton {
  const most = words.reduce((sum, word) => sum + word.length, 1)
  const parents = new Int32Array(most)
  const codes = new Uint16Array(most)
  const depths = new Int32Array(most)
  const lengths = new Int32Array(most)
  const children = childTable(most)
  let count = 1
  for (const word of words) {
    let state = START
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at)
      const known = children.get(state, code)
      if (known > 0) {
        state = known
        continue
      }
      children.set(state, code, count)
      parents[count] = state
      codes[count] = code
      depths[count] = at + 1
      state = count++
    }
    lengths[state] = word.length
  }

  const fallbacks = new Int32Array(count)
  const step = (from: number, code: number): number => {
    let state = from
    for (;;) {
      const next = children.get(state, code)
      if (next > 0) return next
      if (state === START) return START
      state = fallbacks[state] ?? START
    }
  }
  // Shallow states first: a fallback is always shallower than its state.
  for (const state of byDepth(depths.subarray(0, count))) {
    const parent = parents[state] ?? START
    if (parent === START) continue
    const fallback = step(fallbacks[parent] ?? START, codes[state] ?? 0)
    fallbacks[state] = fallback
    lengths[state] ||= lengths[fallback] ?? 0
  }

  return {
    step,
    depth: state => depths[state] ?? 0,
    wordLength: state => lengths[state] ?? 0,
  }
}

/** The states except the first, by depth. */
function byDepth(depths: Int32Array): Int32Array {
  const counts = new Int32Array(depths.reduce((most, depth) => Math.max(most, depth), 0) + 2)
  for (const depth of depths) counts[depth + 1] = (counts[depth + 1] ?? 0) + 1
  for (let depth = 1; depth < counts.length; depth++) counts[depth] = (counts[depth] ?? 0) + (counts[depth - 1] ?? 0)
  const sorted = new Int32Array(depths.length)
  for (let state = 0; state < depths.length; state++) {
    const depth = depths[state] ?? 0
    const place = counts[depth] ?? 0
    sorted[place] = state
    counts[depth] = place + 1
  }
  return sorted.subarray(1)
}

/** Maps a state and a letter to the next state, for up to `most` states: ten bytes an entry, where a map takes a hundred. */
function childTable(most: number) {
  const size = 2 ** Math.ceil(Math.log2(most * 2 + 2))
  const mask = size - 1
  const froms = new Int32Array(size)
  const codes = new Uint16Array(size)
  const tos = new Int32Array(size)
  /** Most letters begin no word and are skipped in a nanosecond each. */
  const begins = new Int32Array(0x10000)

  function placeOf(from: number, code: number): number {
    let place = (Math.imul(from, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) & mask
    while (tos[place] !== 0 && (froms[place] !== from || codes[place] !== code)) place = (place + 1) & mask
    return place
  }

  return {
    /** 0: no next state. */
    get: (from: number, code: number): number => (from === START ? begins[code] : tos[placeOf(from, code)]) ?? 0,
    set(from: number, code: number, to: number): void {
      if (from === START) begins[code] = to
      else {
        const place = placeOf(from, code)
        froms[place] = from
        codes[place] = code
        tos[place] = to
      }
    },
  }
}
