import { describe, expect, test } from 'bun:test'
import { inputTotal, outputTotal } from '../canonical/usage.ts'
import { type Format, observers } from '../protocols/index.ts'
import { readRecordingFiles } from '../protocols/laws/recording-files.ts'
import { type JsonObject, objectOrEmpty, tryParse } from '../raw/json.ts'
import { isEmpty, type Tally } from './tally.ts'

interface Recording {
  name: string
  format: Format
  isStream: boolean
  body: string
}

const formatByPath: [path: RegExp, format: Format][] = [
  [/\/chat\/completions(#stream)?$/, 'openai-chat'],
  [/\/responses(\/compact)?$/, 'openai-responses'],
  [/\/embeddings$/, 'openai-embeddings'],
  [/^\/v1\/messages$/, 'anthropic-messages'],
  [/^\/v1\/messages\/count_tokens$/, 'anthropic-count-tokens'],
  [/:(stream)?[gG]enerateContent$/, 'gemini'],
]

const recordings = readRecordings()

const ERRORS = [
  ['groq/test_groq--test_tool_use_failed_error_streaming--0', 400, 'tool_use_failed'],
  ['openrouter/test_openrouter--test_openrouter_stream_error--0', 400, '400'],
] as const

/** Two answers that are only queued so far, and a refused prompt. */
const FREE = [
  ['openai/test_openai_responses--test_background_mode_streaming_without_starting_after_vcr--0'],
  ['openai/test_openai_responses--test_background_mode_with_tool_vcr--2'],
  ['vertex/test_google--test_google_model_armor_prompt_template_text_gets_blocked--1'],
] as const

const CONTRADICTORY = [['openrouter/test_openrouter--test_openrouter_stream_error--0', 'reasoning_tokens']] as const

describe('recorded answers', () => {
  const streams = recordings.filter(recording => recording.isStream)

  test.each(streams)('$name passes byte for byte, in chunks of any size', recording => {
    const bytes = new TextEncoder().encode(recording.body)
    const uncut = observeChunks(recording.format, [bytes])
    for (const seed of [1, 2, 3]) {
      const chunks = cutAtOddPlaces(bytes, seed)
      const observed = observeChunks(recording.format, chunks)
      expect(observed.passed).toEqual(Buffer.from(bytes))
      // consecutive comments are one frame
      expect({ ...observed.tally, asides: 0 }).toEqual({ ...uncut.tally, asides: 0 })
    }
  })

  const chats = streams.filter(recording => recording.format === 'openai-chat')
  test.each(chats)('$name loses only the usage that was not requested', recording => {
    const reportsOnlyUsage = (frame: string) => frame.includes('"choices":[]') && frame.includes('"usage":{')
    const expected = recording.body.split(/(?<=\n\n)/).filter(frame => !reportsOnlyUsage(frame))
    const chunks = cutAtOddPlaces(new TextEncoder().encode(recording.body), 4)
    expect(observeChunks(recording.format, chunks, true).passed.toString()).toBe(expected.join(''))
  })

  test.each(streams)('$name reaches its end', recording => {
    const { tally } = observeChunks(recording.format, [new TextEncoder().encode(recording.body)])
    expect(tally.finished || tally.error !== null).toBe(true)
  })

  test.each(recordings)('$name is counted as reported', recording => {
    const tally = followRecording(recording)
    expect(tally.usage && { input: inputTotal(tally.usage), output: outputTotal(tally.usage) }).toEqual(
      reportedTotals(recording),
    )
  })

  const ofGemini = recordings.filter(({ format }) => format === 'gemini')
  test.each(ofGemini)('$name agrees with its own total', recording => {
    const { usage } = followRecording(recording)
    const total = objectOrEmpty(usage?.raw).totalTokenCount
    if (usage && total) expect(inputTotal(usage) + outputTotal(usage)).toBe(Number(total))
  })

  test('a stream of two rounds is charged by its last report alone', () => {
    const name = 'gemini/test_structured_output--test_native_output_with_builtin_tools_stream--0'
    const [recording] = recordings.filter(one => one.name === name)
    if (!recording) throw new Error(`${name} is missing`)
    const { usage, earlierRounds } = followRecording(recording)
    expect(usage).toMatchObject({ input: 87, output: 78, reasoning: 78 })
    // while it ran, the first round was counted in addition to the second
    expect(earlierRounds && outputTotal(earlierRounds)).toBe(15 + 78)
  })

  test.each(ERRORS)('%s fails inside a success', (name, status, code) => {
    expect(observeNamed(name)).toMatchObject([{ error: { status, code } }])
  })

  test.each(FREE)('%s is free', name => {
    expect(observeNamed(name).map(isEmpty)).toEqual([true])
  })

  test.each(CONTRADICTORY)('%s contradicts itself', (name, suspect) => {
    expect(observeNamed(name)).toMatchObject([{ suspect: [suspect] }])
  })
})

function readRecordings(): Recording[] {
  return readRecordingFiles().flatMap(({ name, exchange: { request, response, stream } }) => {
    const format = formatByPath.find(([pattern]) => pattern.test(request.path.split('?')[0]))?.[1]
    if (!format || response.status !== 200) return []
    const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    return [{ name, format, isStream: stream, body }]
  })
}

const observeNamed = (wanted: string): Readonly<Tally>[] =>
  recordings.filter(({ name }) => name === wanted).map(followRecording)

function followRecording({ format, isStream, body }: Recording): Readonly<Tally> {
  return isStream ? observeChunks(format, [new TextEncoder().encode(body)]).tally : observers[format].whole(body)
}

function observeChunks(format: Format, chunks: Uint8Array[], hideUsage = false) {
  const observer = observers[format].stream({ hideUsage })
  const passed = [...chunks.map(chunk => observer.push(chunk)), observer.end()].filter(bytes => bytes !== null)
  return { passed: Buffer.concat(passed), tally: observer.tally }
}

/** Pieces of 1 to 40 bytes, the same for the same seed; they cut through lines, words and characters. */
function cutAtOddPlaces(bytes: Uint8Array, seed: number): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let random = seed
  for (let at = 0; at < bytes.length; ) {
    random = (random * 1103515245 + 12345) % 2 ** 31
    const length = 1 + ((random >> 8) % 40)
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  return chunks
}

/** All input and output tokens the provider reports, read without the code under test: the last count of each name. */
function reportedTotals({ format, body }: Recording): { input: number; output: number } | null {
  if (format === 'anthropic-count-tokens') return { input: 0, output: 0 }
  const last: Record<string, number> = {}
  let iterations: JsonObject[] = []
  for (const text of body.startsWith('{') ? [body] : body.split(/\r?\n/).map(line => line.replace(/^data: ?/, ''))) {
    for (const report of usageObjects(tryParse(text))) {
      // each of Gemini's reports is complete
      if (format === 'gemini' && report.totalTokenCount) for (const name of Object.keys(last)) delete last[name]
      iterations = Array.isArray(report.iterations) ? (report.iterations as JsonObject[]) : iterations
      for (const [name, count] of Object.entries(report)) {
        if (typeof count === 'number' && (count > 0 || !(name in last))) last[name] = count
      }
    }
  }
  if (Object.keys(last).length === 0) return null
  const sum = (...names: string[]) => names.reduce((total, name) => total + (last[name] ?? 0), 0)
  if (format === 'gemini') {
    return {
      input: sum('promptTokenCount', 'toolUsePromptTokenCount'),
      output: sum('candidatesTokenCount', 'thoughtsTokenCount'),
    }
  }
  if (iterations.length > 0) {
    // the other counts omit advisors and compactions
    const total = (...names: string[]) =>
      iterations.flatMap(one => names.map(name => Number(one[name] ?? 0))).reduce((one, other) => one + other, 0)
    return {
      input: total('input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'),
      output: total('output_tokens'),
    }
  }
  if (format === 'anthropic-messages') {
    return {
      input: sum('input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'),
      output: sum('output_tokens'),
    }
  }
  const input = sum('prompt_tokens', 'input_tokens')
  return { input, output: sum('total_tokens') - input }
}

/** The usage objects of an event or answer, at all known places. */
function usageObjects(event: unknown): JsonObject[] {
  const { usage, usageMetadata, message, response, x_groq } = objectOrEmpty(event)
  return [usage, usageMetadata, ...[message, response, x_groq].map(holder => objectOrEmpty(holder).usage)].map(
    objectOrEmpty,
  )
}
