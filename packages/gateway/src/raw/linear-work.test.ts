import { expect, test } from 'bun:test'
import { wordFinder } from '../content-filter/word-finder.ts'
import { inputFacts } from '../pricing/input-facts.ts'
import { fromAddress } from '../protocols/common/media.ts'
import { inputSize } from '../protocols/openai-chat/input-size.ts'
import { measureSound } from '../sound/measure.ts'
import { splitJsonArray } from '../stage/json-array.ts'
import { splitSse } from '../stage/sse.ts'
import { estimateInput } from '../usage/estimate-input.ts'
import { tryParse } from './json.ts'
import { readForm } from './multipart/read.ts'
import { scanObject } from './scan-json.ts'
import type { Stage } from './stage.ts'

/** All functions that read foreign text. */
const READERS: Record<string, (text: string) => unknown> = {
  scanObject: text => orRefusal(() => scanObject(text)),
  scanObjectInside: text => orRefusal(() => scanObject(`{"a":"${text}"}`)),
  tryParse,
  estimateInput,
  inputFacts: text => inputFacts(text, inputSize),
  inputFactsInside: text => inputFacts(`{"messages":[{"content":[{"text":"${text}"}]}]}`, inputSize),
  wordFinder: wordFinder([`${'a'.repeat(2_000)}b`, `${'\\"'.repeat(500)}x`]),
  splitSse: text => inPieces(splitSse(), text),
  splitJsonArray: text => inPieces(splitJsonArray(), text),
  fromAddress: text => fromAddress(`data:${text}`),
  formHead: text =>
    orRefusal(() => readForm('b').push(Buffer.from(`--b\r\nContent-Disposition: form-data; ${text}\r\n\r\n`))),
  ...Object.fromEntries(
    ['OggS', 'fLaC', 'ID3\x04', '\xff\xfb', '\x56\xe0', '#!AMR\n', '\x1a\x45\xdf\xa3', '\0\0\0\x08ftyp'].map(begins => [
      `measureSound ${JSON.stringify(begins)}`,
      (text: string) => measureSound().push(Buffer.from(begins + text, 'latin1')),
    ]),
  ),
}

/** Pieces repeated to make a hostile text. */
const PIECES = [
  ' ',
  '\n',
  '\r\n',
  '"',
  '\\"',
  '\\',
  '[',
  '{',
  '{"a":',
  '"a":1,',
  ',',
  '[],',
  'a',
  '=',
  ';name="',
  ':\n',
  'data:\n\n',
  'OggS',
  '\xff\xf8\xc9\x18\0',
  '\x1f\x43\xb6\x75',
  '\0\0\0\x08moov',
  '\x56\xe0\0',
  ';base64,',
  '"data":"',
]

const SIZE = 20_000
/** Ten times the text may take ten times the work; quadratic work would take a hundred times. */
const MOST_TIMES = 60

/** In pieces, as upstreams' answers are read. */
function inPieces(stage: Stage<Uint8Array, unknown>, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 8_192) stage.push(bytes.subarray(at, at + 8_192))
}

function orRefusal(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}

/** Processor time of this thread only, the least of several runs, so that other programs do not count. */
function workOf(read: () => unknown): number {
  const once = () => {
    const before = process.threadCpuUsage()
    read()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  return Math.min(...Array.from({ length: 7 }, once))
}

test.each(Object.entries(READERS))('the work of %s grows linearly with the text', (_name, read) => {
  for (const piece of PIECES) {
    const [short, long] = [piece.repeat(SIZE / piece.length), piece.repeat((10 * SIZE) / piece.length)]
    read(long)
    // Less than a millisecond is too little to compare: collecting other tests' garbage takes tens of milliseconds.
    const [little, much] = [
      Math.max(
        workOf(() => read(short)),
        1_000,
      ),
      workOf(() => read(long)),
    ]
    expect({ piece, isLinear: much / little <= MOST_TIMES }).toEqual({ piece, isLinear: true })
  }
})
