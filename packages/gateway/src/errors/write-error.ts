import { objectOrEmpty, tryParse } from '../raw/json.ts'

/** A dialect in which clients receive errors. */
export interface ErrorDialect {
  name: string
  body(failure: Failure): object
  /** Absent: a stream's error event has the shape of the body. */
  event?(failure: Failure): object
  eventName?: string
  /** The `type` of a body that is an error. Absent: any. */
  bodyType?: string
  /** The status that tells clients of this dialect that quota is lacking. Absent: 403. */
  quotaStatus?: number
}

/** A failure. `type` and `code` default to the dialect's word for the status. */
export interface Failure {
  /** HTTP status of the answer. */
  status: number
  message: string
  type?: string | null
  code?: string | null
  param?: string | null
  /** Messages puts it in `error.details`. */
  detail?: string | null
  requestId: string
}

/** Returns the JSON body of a failed response in the client's dialect. */
export const writeError = (dialect: ErrorDialect, failure: Failure): string => JSON.stringify(dialect.body(failure))

/** Returns the last server-sent event of a stream that fails midway, in the client's dialect. */
export function writeErrorEvent({ eventName, event, body }: ErrorDialect, failure: Failure): string {
  const data = `data: ${JSON.stringify((event ?? body)(failure))}\n\n`
  return eventName ? `event: ${eventName}\n${data}` : data
}

/** Returns the message with the request id to quote when asking about it. */
export const withRequestId = (failure: Pick<Failure, 'message' | 'requestId'>): string =>
  `${failure.message} (request id: ${failure.requestId})`

/**
 * Returns whether a body is an error in the client's dialect: a host that speaks it may still use another for errors.
 */
export function isErrorOf({ bodyType }: ErrorDialect, body: string): boolean {
  const { type, error } = objectOrEmpty(tryParse(body))
  return typeof objectOrEmpty(error).message === 'string' && (bodyType === undefined || type === bodyType)
}
