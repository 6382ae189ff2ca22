/** A dialect in which clients are told of errors. */
export interface ErrorDialect {
  name: string
  body(failure: Failure): object
  /** Absent: a stream's error event is shaped as the body is. */
  event?(failure: Failure): object
  eventName?: string
  /** The `type` of a body that is an error. Absent: any. */
  bodyType?: string
}

/** What failed. `type` and `code` fall back to the dialect's own word for the status. */
export interface Failure {
  /** HTTP status of the answer. */
  status: number
  message: string
  type?: string | null
  code?: string | null
  param?: string | null
  /** What Messages has under `error.details`. */
  detail?: string | null
  requestId: string
}

/** Returns the JSON body of an answer that failed, in the client's dialect. */
export const writeError = (dialect: ErrorDialect, failure: Failure): string => JSON.stringify(dialect.body(failure))

/** Returns the last server-sent event of a stream that fails half-way, in the client's dialect. */
export function writeErrorEvent({ eventName, event, body }: ErrorDialect, failure: Failure): string {
  const data = `data: ${JSON.stringify((event ?? body)(failure))}\n\n`
  return eventName ? `event: ${eventName}\n${data}` : data
}

/** Returns what went wrong, and how to ask about it. */
export const withRequestId = (failure: Pick<Failure, 'message' | 'requestId'>): string =>
  `${failure.message} (request id: ${failure.requestId})`
