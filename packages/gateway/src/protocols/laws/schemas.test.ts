import { describe, expect, test } from 'bun:test'
import { gather } from '../../canonical/gather.ts'
import { dig, tryParse } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import type { Dialect } from '../common/dialect.ts'
import { RequestRefused } from '../common/losses.ts'
import { dialects } from '../index.ts'
import { schemaCheck } from './openai-schemas.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { context, readRecording, streamText } from './run.ts'

const answers = readRecordings().filter(recording => recording.status === 200)

/** OpenAI's schema names for what we write, by dialect. */
const SCHEMAS = [
  {
    id: 'openai-chat',
    request: 'CreateChatCompletionRequest',
    whole: 'CreateChatCompletionResponse',
    event: 'CreateChatCompletionStreamResponse',
  },
  { id: 'openai-responses', request: 'CreateResponse', whole: 'Response', event: 'ResponseStreamEvent' },
] as const

describe.each([...SCHEMAS])('$id as written matches the schemas', ({ id, request: canonical, whole, event }) => {
  const dialect = dialects[id]
  const checkRequest = schemaCheck(canonical)
  const checkWhole = schemaCheck(whole)
  const checkEvent = schemaCheck(event)

  // in its own dialect an answer is passed on, not written
  const foreign = answers.filter(({ dialect: from }) => from !== id)

  test.each(foreign.filter(({ request }) => 'model' in request))('$name, request', recording => {
    const body = writeRequest(recording, dialect)
    if (body) expect(checkRequest(JSON.parse(JSON.stringify(body)))).toBeNull()
  })

  test.each(foreign)('$name, whole answer', recording => {
    const answer = gather(readRecording(recording))
    if (answer.error) return
    const { body } = dialect.writeWhole(answer, context)
    expect(checkWhole(JSON.parse(JSON.stringify(body)))).toBeNull()
  })

  test.each(foreign)('$name, streamed answer', recording => {
    const { text } = streamText(dialect, readRecording(recording))
    const frames = splitSse().push(new TextEncoder().encode(text))
    for (const { data } of frames) {
      const value = tryParse(data ?? '')
      if (value !== undefined && !isUndescribed(value)) expect([checkEvent(value), data]).toEqual([null, data])
    }
  })
})

/** null: refused, or in a dialect no client speaks. */
function writeRequest({ dialect, request }: Recording, to: Dialect): unknown {
  const from: Dialect | undefined = (dialects as Record<string, Dialect>)[dialect]
  try {
    return from ? to.writeRequest(from.readRequest(request), { model: String(request.model) }).body : null
  } catch (error) {
    expect(error).toBeInstanceOf(RequestRefused)
    return null
  }
}

/** OpenAI's schemas for Chat streams lack the error that ends one and calls of free-text tools. */
const isUndescribed = (value: unknown): boolean =>
  dig(value, 'error') !== undefined || JSON.stringify(dig(value, 'choices') ?? null).includes('"custom"')
