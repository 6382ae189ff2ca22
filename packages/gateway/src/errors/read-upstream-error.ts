import { asCode, asText, dig, isObject, type JsonObject, objectOrEmpty, tryParse } from '../raw/json.ts'
import { readEnvelopedError } from './enveloped-error.ts'
import { redactError } from './redact-error.ts'
import { makeRedactor, type Redactor } from './redactor.ts'
import { isFailureStatus, statusOfError } from './statuses.ts'
import type { UpstreamError } from './upstream-error.ts'

// Where upstreams put their error message, the most likely place first.
const messagePlaces = [
  'error.message',
  'error',
  'message',
  'msg',
  'err',
  'error_msg',
  'header.message',
  'response.error.message',
  'detail',
]

/** Hides anything that looks like a key or an address. */
const stranger = makeRedactor([])

/**
 * Returns the error in an unsuccessful upstream response.
 *
 * @param status any number; one that is not an error status counts as 502
 * @param redactor knows the channel's key and host
 */
export function readUpstreamError(
  status: number,
  body: string,
  contentType: string | null,
  redactor: Redactor = stranger,
): UpstreamError {
  const failed = isFailureStatus(status) ? status : 502
  const found = findError(tryParse(body)) ?? {
    message: sentenceFor(status, body.trim(), contentType ?? ''),
    type: 'upstream_error',
    code: 'bad_response_status_code',
    param: null,
  }
  return redactError({ ...found, status: failed }, redactor)
}

/**
 * Returns the error in a parsed body or stream event, or null. Its status is the nearest one it names. The words are
 * the upstream's: redact them before anybody sees them.
 */
export function findError(body: unknown): UpstreamError | null {
  const object = objectOrEmpty(Array.isArray(body) ? body[0] : body)
  const message = messagePlaces.map(place => asText(dig(object, place))).find(text => text !== null)
  if (!message && !object.error) return readEnvelopedError(object)
  const error = [object.error, dig(object, 'response.error')].find(isObject) ?? object
  return {
    status: statusOfError(error),
    message: message ?? 'The upstream reports an error without a reason',
    type: (error.type === 'error' ? null : asText(error.type)) ?? asText(error.status),
    code: asCode(error.code),
    param: asText(error.param),
  }
}

function sentenceFor(status: number, body: string, contentType: string): string {
  if (body === '') return `The upstream answered with status ${status} and nothing else`
  if (contentType.includes('html') || body.startsWith('<')) {
    return `The upstream answered with status ${status} and a web page`
  }
  const isPlainSentence = contentType.startsWith('text/plain') && body.length <= 300
  return isPlainSentence ? body : `The upstream answered with status ${status} and no readable reason`
}

/** Returns whether a stream event or a live session's message carries an upstream error, in any protocol. */
export function carriesError(event: JsonObject): boolean {
  if (event.error || event.type === 'error') return true
  const { response, choices } = event
  if (isObject(response) && (response.error || (isObject(response.status_details) && response.status_details.error)))
    return true
  return Array.isArray(choices) && choices.some(choice => isObject(choice) && choice.error)
}

/** Returns the error in a chunk of OpenAI's Chat: beside its choices, inside one of them, or in their place. */
export function findChunkError(chunk: JsonObject): UpstreamError | null {
  if (chunk.error || !Array.isArray(chunk.choices)) return findError(chunk)
  const failed = chunk.choices.find(choice => isObject(choice) && choice.error)
  return failed ? findError(failed) : null
}
