import { describe, expect, test } from 'bun:test'
import { gather } from '../../canonical/gather.ts'
import { tryParse } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { dialects } from '../index.ts'
import { hasSchemas, schemaCheck } from './openai-schemas.ts'
import { readRecordings } from './recordings.ts'
import { context, readRecording, streamText } from './run.ts'

const answers = readRecordings().filter(recording => recording.status === 200)

/** OpenAI's own names of what we write, by dialect. One line each. */
const SCHEMAS = [
  { id: 'openai-chat', whole: 'CreateChatCompletionResponse', event: 'CreateChatCompletionStreamResponse' },
  { id: 'openai-responses', whole: 'Response', event: 'ResponseStreamEvent' },
] as const

describe.skipIf(!hasSchemas).each([...SCHEMAS])('what $id writes keeps to the schemas', ({ id, whole, event }) => {
  const dialect = dialects[id]
  const checkWhole = schemaCheck(whole)
  const checkEvent = schemaCheck(event)

  // in its own dialect an answer is handed on, not written
  const foreign = answers.filter(({ dialect: from }) => from !== id)

  test.each(foreign)('$name, whole', recording => {
    const answer = gather(readRecording(recording))
    if (answer.error) return
    const { body } = dialect.writeWhole(answer, context)
    expect(checkWhole(JSON.parse(JSON.stringify(body)))).toBeNull()
  })

  test.each(foreign)('$name, streamed', recording => {
    const { text } = streamText(dialect, readRecording(recording))
    const frames = splitSse().push(new TextEncoder().encode(text))
    for (const { data } of frames) {
      const value = tryParse(data ?? '')
      if (value !== undefined && !isChatError(value)) expect([checkEvent(value), data]).toEqual([null, data])
    }
  })
})

/** Chat has no schema for the error that ends a stream. */
const isChatError = (value: unknown): boolean => typeof value === 'object' && value !== null && 'error' in value
