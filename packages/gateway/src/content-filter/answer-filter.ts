import { parseExact } from '../canonical/exact-json.ts'
import type { SseFrame } from '../stage/sse.ts'
import { textsOf, type WrittenText } from './texts-of-event.ts'
import { START, type WordAutomaton, wordAutomaton } from './word-automaton.ts'
import { searched } from './word-finder.ts'

/** Looks for words in what models write. */
export interface AnswerWords {
  /** For a stream; finds words across its pieces. */
  stream(): AnswerFilter
  /** For a whole answer, JSON or plain text. Returns the answer with all words masked, or null if it contains none. */
  whole(text: string): string | null
}

/** Masks words in a stream. Holds a frame back as long as its end may begin a word. */
export interface AnswerFilter {
  /** Returns the frames that may pass, unchanged except for masked words. */
  push(frames: readonly SseFrame[]): Uint8Array[]
  /** Returns what is held back. */
  end(): Uint8Array[]
  /** A word was found. */
  readonly hasFound: boolean
}

/** At most this many frames wait, whatever the words. */
const MOST_HELD_FRAMES = 512
const MOST_HELD_BYTES = 256 * 1024

/** Returns null if there are no words. */
export function answerWords(given: readonly string[]): AnswerWords | null {
  const words = searched(given).map(fold)
  if (words.length === 0) return null
  const automaton = wordAutomaton(words)
  return { stream: () => filterStream(automaton), whole: text => filterWhole(text, automaton) }
}

/** A text, as far as it has been read. Positions count code units of its lower-case form. */
interface Lane {
  state: number
  at: number
  /** The pieces held back, in order. */
  held: HeldText[]
}

interface HeldText {
  text: WrittenText
  lane: Lane
  /** Where it begins and ends in its lane. */
  from: number
  to: number
  /** Ranges to mask, as positions in the lane. */
  masks: [from: number, to: number][]
}

interface HeldFrame {
  frame: SseFrame
  event: unknown
  texts: HeldText[]
}

function filterStream(automaton: WordAutomaton): AnswerFilter {
  const lanes = new Map<string, Lane>()
  let held: HeldFrame[] = []
  let heldBytes = 0
  let hasFound = false

  function hold(frame: SseFrame): void {
    const event = eventOf(frame)
    const texts: HeldText[] = []
    if (event !== null)
      textsOf(event, false, text => {
        const lane = laneOf(text.lane)
        const one = { text, lane, from: lane.at, to: lane.at, masks: [] }
        lane.held.push(one)
        texts.push(one)
        hasFound = read(one, automaton) || hasFound
        if (text.lane === null) lane.state = START
      })
    held.push({ frame, event, texts })
    heldBytes += frame.bytes.length
  }

  function laneOf(name: string | null): Lane {
    const known = name === null ? undefined : lanes.get(name)
    if (known) return known
    const lane = { state: START, at: 0, held: [] }
    if (name !== null) lanes.set(name, lane)
    return lane
  }

  const isSettled = ({ texts }: HeldFrame) => texts.every(({ lane, to }) => to <= lane.at - automaton.depth(lane.state))

  function release(count: number): Uint8Array[] {
    const released = held.slice(0, count)
    held = held.slice(count)
    for (const { frame, texts } of released) {
      heldBytes -= frame.bytes.length
      // Each is the first held piece of its lane.
      for (const { lane } of texts) lane.held.shift()
    }
    for (const [name, { state, held }] of lanes) if (state === START && held.length === 0) lanes.delete(name)
    return released.map(written)
  }

  return {
    push(frames) {
      for (const frame of frames) hold(frame)
      let count = 0
      while (count < held.length && isSettled(held[count] as HeldFrame)) count++
      if (held.length - count <= MOST_HELD_FRAMES && heldBytes <= MOST_HELD_BYTES) return release(count)
      for (const { texts } of held) for (const { lane } of texts) lane.state = START
      return release(held.length)
    },
    end: () => release(held.length),
    get hasFound() {
      return hasFound
    },
  }
}

function filterWhole(given: string, automaton: WordAutomaton): string | null {
  const answer = parsed(given)
  let hasFound = false
  const search = (text: WrittenText) => {
    const lane: Lane = { state: START, at: 0, held: [] }
    const one = { text, lane, from: 0, to: 0, masks: [] }
    lane.held.push(one)
    if (!read(one, automaton)) return
    hasFound = true
    text.replace(masked(one))
  }
  if (answer !== null) {
    textsOf(answer, true, search)
    return hasFound ? JSON.stringify(answer) : null
  }
  let plain = given
  search({
    value: given,
    lane: null,
    replace(text) {
      plain = text
    },
  })
  return hasFound ? plain : null
}

/** Reads on in a lane and marks the words that end in this text. Returns whether any word ends. */
function read(one: HeldText, automaton: WordAutomaton): boolean {
  const { lane, text } = one
  const low = fold(text.value)
  let isFound = false
  for (let at = 0; at < low.length; at++) {
    lane.state = automaton.step(lane.state, low.charCodeAt(at))
    lane.at++
    one.to = lane.at
    const length = automaton.wordLength(lane.state)
    if (length === 0) continue
    isFound = true
    mark(lane, lane.at - length, lane.at)
  }
  return isFound
}

/** Goes back from the last held piece: a lane always holds at least the longest word. */
function mark({ held }: Lane, from: number, to: number): void {
  for (let at = held.length - 1; at >= 0; at--) {
    const one = held[at] as HeldText
    if (one.to <= from) return
    const part: [number, number] = [Math.max(from, one.from), Math.min(to, one.to)]
    const last = one.masks.at(-1)
    // Overlapping words become one mask, so there are never more masks than letters.
    if (last && part[0] <= last[1]) {
      last[0] = Math.min(last[0], part[0])
      last[1] = Math.max(last[1], part[1])
    } else if (part[0] < part[1]) one.masks.push(part)
  }
}

const MASK = '*'
/** Kept unmasked so that the JSON of tool arguments stays valid. */
const KEPT = /["\\,:{}[\]\s]/

function masked({ text, from, masks }: HeldText): string {
  const { value } = text
  const low = fold(value)
  // Rare: a letter whose lower case is longer. The mask covers all of it.
  const ends = low.length === value.length ? null : Array.from(value, letter => fold(letter).length)
  let out = ''
  let place = from
  let next = 0
  const letters = ends ? Array.from(value) : value
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    const length = ends?.[at] ?? 1
    while (next < masks.length && (masks[next]?.[1] ?? 0) <= place) next++
    const mask = masks[next]
    const isMasked = mask !== undefined && mask[0] < place + length && !KEPT.test(letter)
    out += isMasked ? MASK.repeat(letter.length) : letter
    place += length
  }
  return out
}

function written({ frame, event, texts }: HeldFrame): Uint8Array {
  const changed = texts.filter(({ masks }) => masks.length > 0)
  if (changed.length === 0 || frame.data === null) return frame.bytes
  for (const one of changed) one.text.replace(masked(one))
  const data = JSON.stringify(event)
  const text = new TextDecoder().decode(frame.bytes)
  const at = text.indexOf(frame.data)
  const name = frame.event === null ? '' : `event: ${frame.event}\n`
  // Data of several lines is written as one line.
  const whole = at < 0 ? `${name}data: ${data}\n\n` : text.slice(0, at) + data + text.slice(at + frame.data.length)
  return new TextEncoder().encode(whole)
}

const eventOf = ({ data, isOversized }: SseFrame): unknown =>
  data === null || isOversized || !data.trimStart().startsWith('{') ? null : parsed(data)

function parsed(text: string): unknown {
  try {
    const value = parseExact(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Lower-cases letter by letter, so that no letter depends on what follows it. */
const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
