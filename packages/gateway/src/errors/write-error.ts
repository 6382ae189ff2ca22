import { anthropicTypes, geminiStatuses, openAiTypes, wordFor } from './statuses.ts'

/** Dialects a client can be answered in. */
export type ErrorDialect = 'openai' | 'openai-responses' | 'anthropic' | 'gemini'

/** What a client is to be told. `type` and `code` fall back to the dialect's own word for the status. */
export interface Failure {
  /** HTTP status of the answer. */
  status: number
  message: string
  type?: string | null
  code?: string | null
  param?: string | null
  requestId: string
}

/** The JSON body of an answer that failed, in the client's dialect. */
export const writeError = (dialect: ErrorDialect, failure: Failure): string =>
  JSON.stringify(shapes[dialect].body(failure))

/** The last server-sent event of a stream that fails half-way, in the client's dialect. */
export function writeErrorEvent(dialect: ErrorDialect, failure: Failure): string {
  const { eventName, event, body } = shapes[dialect]
  const data = `data: ${JSON.stringify((event ?? body)(failure))}\n\n`
  return eventName ? `event: ${eventName}\n${data}` : data
}

/** A live session's message that something failed. */
export const writeErrorMessage = (failure: Failure): string =>
  JSON.stringify({ type: 'error', event_id: `evt_${failure.requestId}`, ...openAiBody(failure) })

interface ErrorShape {
  body(failure: Failure): object
  /** Where a stream's error event is shaped otherwise than the body. */
  event?(failure: Failure): object
  eventName?: string
}

const openAiBody = (failure: Failure) => ({
  error: {
    message: withRequestId(failure),
    type: failure.type ?? wordFor(openAiTypes, failure.status),
    param: failure.param ?? null,
    code: failure.code ?? null,
  },
})

const shapes: Readonly<Record<ErrorDialect, ErrorShape>> = {
  openai: { body: openAiBody },
  'openai-responses': {
    body: openAiBody,
    // https://platform.openai.com/docs/api-reference/responses-streaming/error
    event: failure => ({
      type: 'error',
      code: failure.code ?? failure.type ?? wordFor(openAiTypes, failure.status),
      message: withRequestId(failure),
      param: failure.param ?? null,
      sequence_number: 0,
    }),
    eventName: 'error',
  },
  anthropic: {
    // Anthropic's clients switch on its own types, so a type of ours would be lost on them.
    body: failure => ({
      type: 'error',
      error: { type: wordFor(anthropicTypes, failure.status), message: withRequestId(failure) },
      request_id: failure.requestId,
    }),
    eventName: 'error',
  },
  gemini: {
    body: failure => ({
      error: {
        code: failure.status,
        message: withRequestId(failure),
        status: wordFor(geminiStatuses, failure.status),
      },
    }),
  },
}

/** What went wrong, and how to ask about it. */
export const withRequestId = (failure: Pick<Failure, 'message' | 'requestId'>): string =>
  `${failure.message} (request id: ${failure.requestId})`
