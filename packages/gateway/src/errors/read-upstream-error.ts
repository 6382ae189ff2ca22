import { asText, dig, isObject, objectOrEmpty, tryParse } from '../raw/json.ts'
import { maskSecrets } from './mask-secrets.ts'
import { statusOfError } from './statuses.ts'
import type { UpstreamError } from './upstream-error.ts'

// Where upstreams put their sentence, the likeliest place first.
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

const longestMessage = 2000

/**
 * What went wrong, from an upstream's answer that is not a success.
 *
 * @param secrets texts to hide besides what looks like a key or an address: the channel's key and host
 */
export function readUpstreamError(
  status: number,
  body: string,
  contentType: string | null,
  secrets: readonly string[] = [],
): UpstreamError {
  const found = findError(tryParse(body), secrets)
  if (found) return { ...found, status }
  return {
    status,
    message: presentable(sentenceFor(status, body.trim(), contentType ?? ''), secrets),
    type: 'upstream_error',
    code: 'bad_response_status_code',
    param: null,
  }
}

/** The error in a parsed body or stream event, null when there is none. Its status is the nearest one it names. */
export function findError(body: unknown, secrets: readonly string[] = []): UpstreamError | null {
  const object = objectOrEmpty(Array.isArray(body) ? body[0] : body)
  const message = messagePlaces.map(place => asText(dig(object, place))).find(text => text !== null)
  if (!message && !object.error) return null
  const error = [object.error, dig(object, 'response.error')].find(isObject) ?? object
  return {
    status: statusOfError(error),
    message: presentable(message ?? 'The upstream reports an error without a reason', secrets),
    type: (error.type === 'error' ? null : asText(error.type)) ?? asText(error.status),
    code: typeof error.code === 'number' ? String(error.code) : asText(error.code),
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

function presentable(message: string, secrets: readonly string[]): string {
  // Masked with room to spare, so that the cut leaves no half of a secret.
  const masked = maskSecrets(message.slice(0, 2 * longestMessage), secrets)
  return masked.length > longestMessage ? `${masked.slice(0, longestMessage)}…` : masked
}
