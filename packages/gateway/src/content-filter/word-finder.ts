import { eachText } from '../raw/each-text.ts'

/** Finds one of many words in a text. */
export type WordFinder = (text: string) => string | null

/** Letters lead from one to the next; a word stands where it ends. */
interface Node {
  next: Map<number, Node>
  word: string | null
  /** Where the longest end of what was read here begins a word as well. */
  fallback: Node | null
}

/**
 * Searches for all words at once, in upper and lower case alike, wherever they stand. What it costs does not grow with
 * the number of words, nor with their length: no letter is looked at again (Aho and Corasick).
 */
export function wordFinder(given: readonly string[]): WordFinder {
  const words = given.map(word => word.trim().toLowerCase()).filter(Boolean)
  return words.length <= FEW_WORDS && words.every(word => word.length <= SHORT_WORD)
    ? findOneByOne(words)
    : findAll(words)
}

/** So few words of such a length are found sooner by the engine's own search, one after the other. */
const FEW_WORDS = 4
const SHORT_WORD = 64

function findOneByOne(words: readonly string[]): WordFinder {
  const pattern = inAnyCase(words)
  return given => {
    if (pattern && !pattern.test(given)) return null
    const text = given.toLowerCase()
    return words.find(word => text.includes(word)) ?? null
  }
}

/** Matches every text that may say one of the words, so that few are put into lower case, which is dear; null: only that tells. */
function inAnyCase(words: readonly string[]): RegExp | null {
  if (!words.every(word => ASCII.test(word))) return null
  return new RegExp(words.map(word => Array.from(word, inEitherCase).join('')).join('|') || '(?!)')
}

const ASCII = /^[\x20-\x7e]*$/
/** The signs of other alphabets that become these letters in lower case. */
const OTHER_CAPITALS: Readonly<Record<string, string>> = { i: '\u0130', k: '\u212a' }

const inEitherCase = (sign: string): string =>
  /[a-z]/.test(sign)
    ? `[${sign}${sign.toUpperCase()}${OTHER_CAPITALS[sign] ?? ''}]`
    : `\\x${sign.charCodeAt(0).toString(16)}`

function findAll(words: readonly string[]): WordFinder {
  const root: Node = newNode()
  /** Most places begin no word: they are passed at a few nanoseconds each. */
  const begins = new Uint8Array(0x10000)
  for (const word of words) {
    begins[word.charCodeAt(0)] = 1
    plant(root, word)
  }
  linkFallbacks(root)
  return given => {
    const text = given.toLowerCase()
    let node = root
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (node === root && begins[code] === 0) continue
      node = step(node, code, root)
      if (node.word) return node.word
    }
    return null
  }
}

/** Returns whether any text in a JSON says one of the words; the names of its members do not count. */
export function containsWord(json: string, find: WordFinder): boolean {
  // Where nothing is escaped, what no part of it says none of its texts says.
  if (json.length <= SHORT_JSON && !json.includes('\\') && find(json) === null) return false
  let isSaid = false
  eachText(json, (text, isName) => {
    isSaid ||= !isName && find(text) !== null
  })
  return isSaid
}

/** Longer ones may be media, which are not searched. */
const SHORT_JSON = 16 * 1024

const newNode = (): Node => ({ next: new Map(), word: null, fallback: null })

function plant(root: Node, word: string): void {
  let node = root
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    const next = node.next.get(code) ?? newNode()
    node.next.set(code, next)
    node = next
  }
  node.word = word
}

/** Layer by layer, so that a node's own fallback is known before those of the nodes behind it. */
function linkFallbacks(root: Node): void {
  let layer = [root]
  while (layer.length > 0) {
    for (const node of layer) {
      for (const [code, next] of node.next) {
        next.fallback = node === root ? root : step(node.fallback ?? root, code, root)
        next.word ??= next.fallback.word
      }
    }
    layer = layer.flatMap(node => [...node.next.values()])
  }
}

/** Returns where a letter leads. Each step back gives up letters that were read, so all steps back are fewer than letters. */
function step(from: Node, code: number, root: Node): Node {
  let node = from
  for (;;) {
    const next = node.next.get(code)
    if (next) return next
    if (node === root) return root
    node = node.fallback ?? root
  }
}
