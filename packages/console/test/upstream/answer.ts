/** The members of a request that decide its answer, in any dialect. */
export interface Asked {
  model: string
  stream?: boolean
  /** The whole body as it came. */
  text: string
  [member: string]: unknown
}

/** A whole answer, and the frames of its event stream; a call that cannot be streamed has no frames. */
export interface Answer {
  whole: unknown
  frames: string[]
}

/** Tokens of one answer. `cached` is part of `input`, `reasoning` of `output`. */
export interface Counts {
  input: number
  cached: number
  output: number
  reasoning: number
}

const SENTENCES = [
  'A tollgate stands where a road begins to cost something.',
  'It lets the traveller through, counts the carts and writes down the charge.',
  'What was paid can be read in its book, line by line, long after the dust has settled.',
  'A keeper who is asked twice gives the same sum twice, because the sum is worked out from the book.',
  'Roads behind the gate may close or crowd, and then the keeper sends the next cart by another one.',
  'Those who turn back half way pay for the half they travelled.',
  'Nobody passes on an empty purse, however many carts arrive at the same moment.',
  'In the evening the keeper adds up every column, and the columns agree.',
]

/** Longer requests get longer answers. */
export function wordsFor({ text }: Asked): string[] {
  const count = 1 + (text.length % SENTENCES.length)
  return SENTENCES.slice(0, count)
    .join(' ')
    .split(/(?<= )/)
}

/** Providers cache prompts from this length on, in steps. */
const CACHED_FROM = 1024
const CACHE_STEP = 128

export function countsFor({ text }: Asked, words: string[], thinks: boolean): Counts {
  const input = Math.ceil(text.length / 4)
  const cached = input < CACHED_FROM ? 0 : Math.floor((input * 0.8) / CACHE_STEP) * CACHE_STEP
  const reasoning = thinks ? 64 : 0
  return { input, cached, output: words.length + reasoning, reasoning }
}

/** A frame of an event stream; Anthropic and Responses name their events, Chat does not. */
export function frame(data: object | string, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event ? `event: ${event}\n` : ''}data: ${text}\n\n`
}

let made = 0
/** `chatcmpl-1`, `msg_2` … */
export const newId = (prefix: string): string => `${prefix}${++made}`

export const unixNow = (): number => Math.floor(Date.now() / 1000)
