import { EventStreamCodec } from '@smithy/eventstream-codec'
import { asText, lookUp, objectOrEmpty, tryParse } from '../raw/json.ts'
import type { Stage } from '../raw/stage.ts'

/** One message of AWS's event stream, in the shape of a server-sent event. */
export interface EventStreamFrame {
  event: string | null
  /** The payload's text; null: none. */
  data: string | null
  isOversized?: boolean
}

const SIZE_BYTES = 4
// A message holds a piece of an answer; this is AWS's own limit.
const MOST_BYTES = 24 * 1024 * 1024
const LEAST_BYTES = 16

/**
 * Splits a stream of bytes, chunked in any way, into AWS's messages. An exception or error becomes an event `error`
 * with `{type: 'error', error: {type, message, status_code}}`. Bytes that are not a message, or a message with a wrong
 * checksum, also become such an error, and nothing after them is read.
 *
 * Rules: https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export function splitEventStream(): Stage<Uint8Array, EventStreamFrame> {
  let pieces: Uint8Array[] = []
  let heldBytes = 0
  /** Size of the incoming message, once known. */
  let size: number | null = null
  let isBroken = false

  /** The held bytes in one piece once there are this many; null: too few yet. */
  const heldAs = (bytes: number): Buffer | null => {
    if (heldBytes < bytes) return null
    const [only] = pieces
    const held =
      pieces.length === 1 && only ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(pieces)
    pieces = [held]
    return held
  }

  const takeNext = (): EventStreamFrame | null => {
    size ??= heldAs(SIZE_BYTES)?.readUInt32BE(0) ?? null
    if (size === null) return null
    if (size < LEAST_BYTES || size > MOST_BYTES) return fail()
    const held = heldAs(size)
    if (!held) return null
    pieces = [held.subarray(size)]
    heldBytes -= size
    const message = held.subarray(0, size)
    size = null
    return decode(message) ?? fail()
  }

  const fail = (): EventStreamFrame => {
    isBroken = true
    return errorFrame('malformed_stream', 'The upstream sent bytes that are no message', 502)
  }

  return {
    push(chunk) {
      if (isBroken) return []
      pieces.push(chunk)
      heldBytes += chunk.length
      const frames: EventStreamFrame[] = []
      for (let frame = takeNext(); frame; frame = isBroken ? null : takeNext()) frames.push(frame)
      return frames
    },
    // an incomplete message is ignored
    end: () => [],
  }
}

const decoder = new TextDecoder()
const codec = new EventStreamCodec(
  bytes => decoder.decode(bytes as Uint8Array), // it only decodes its own bytes
  text => new TextEncoder().encode(text),
)

function decode(message: Uint8Array): EventStreamFrame | null {
  try {
    const { headers, body } = codec.decode(message)
    const header = (name: string) => asText(headers[name]?.value) ?? ''
    const text = decoder.decode(body)
    switch (header(':message-type')) {
      case 'exception':
        return exceptionFrame(header(':exception-type'), text)
      case 'error':
        return errorFrame(header(':error-code'), header(':error-message'), 500)
      default:
        return { event: header(':event-type') || null, data: text || null }
    }
  } catch {
    return null
  }
}

function exceptionFrame(type: string, text: string): EventStreamFrame {
  const payload = objectOrEmpty(tryParse(text))
  const message = asText(payload.originalMessage) ?? asText(payload.message) ?? type
  const { originalStatusCode: original } = payload
  return errorFrame(
    type,
    message,
    typeof original === 'number' && original >= 400 ? original : (lookUp(STATUS_OF, type) ?? 500),
  )
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html */
const STATUS_OF: Readonly<Record<string, number>> = {
  validationException: 400,
  accessDeniedException: 403,
  resourceNotFoundException: 404,
  throttlingException: 429,
  internalServerException: 500,
  modelStreamErrorException: 502,
  serviceUnavailableException: 503,
  modelTimeoutException: 504,
}

const errorFrame = (type: string, message: string, status: number): EventStreamFrame => ({
  event: 'error',
  data: JSON.stringify({ type: 'error', error: { type, message, status_code: status } }),
})
