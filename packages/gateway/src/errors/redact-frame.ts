import { isObject, type JsonObject, tryParse } from '../raw/json.ts'
import type { SseFrame } from '../stage/sse.ts'
import { carriesError } from './read-upstream-error.ts'
import { LONGEST_SEARCHED } from './redactor.ts'

/**
 * Returns whether a stream frame is part of the answer; other frames may hold the upstream's words about itself.
 *
 * @param parsed its data, parsed as JSON
 */
export function isAnswer({ event, data, isOversized }: SseFrame, parsed: unknown): boolean {
  if (isOversized) return true
  if (data === null) return false
  if (data.trim() === '[DONE]') return true
  return isObject(parsed) && event !== 'error' && !carriesError(parsed)
}

/** Returns the frame's bytes, redacted unless the frame is part of the answer. */
export function redactFrame(frame: SseFrame, redact: (text: string) => string): Uint8Array {
  const { bytes, data } = frame
  const parsed = data === null ? undefined : tryParse(data)
  if (isAnswer(frame, parsed)) return bytes
  const text = decoder.decode(bytes)
  const at = data === null ? -1 : text.indexOf(data)
  const redacted =
    data !== null && isObject(parsed) && at !== -1
      ? redact(text.slice(0, at)) + redactData(data, parsed, redact) + text.slice(at + data.length)
      : redactText(text, redact)
  return redacted === text ? bytes : encoder.encode(redacted)
}

/** Returns a message of a live session, redacted if it carries an error or cannot be read. */
export function redactMessage(message: string, event: JsonObject, redact: (text: string) => string): string {
  if (Object.keys(event).length === 0) return redact(message)
  return carriesError(event) ? redactData(message, event, redact) : message
}

// A byte order mark is passed on as well.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** JSON stays JSON: if asterisks would break it, or it is too long to search, only its errors are redacted. */
function redactData(data: string, parsed: JsonObject, redact: (text: string) => string): string {
  const redacted = data.length > LONGEST_SEARCHED ? '' : redact(data)
  return isObject(tryParse(redacted)) ? redacted : JSON.stringify(redactErrors(parsed, redact, parsed.type === 'error'))
}

/** Errors are shallow; deeper levels are not searched. */
const DEEPEST = 16

function redactErrors(value: unknown, redact: (text: string) => string, isError: boolean, depth = 0): unknown {
  if (typeof value === 'string') return isError ? redact(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return isError ? null : value
  const within = (member: unknown, name: string) => redactErrors(member, redact, isError || name === 'error', depth + 1)
  if (Array.isArray(value)) return value.map(member => within(member, ''))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [isError ? redact(name) : name, within(member, name)]),
  )
}

function redactText(text: string, redact: (text: string) => string): string {
  const redacted = redact(text)
  return text.length > LONGEST_SEARCHED ? `${redacted}\n\n` : redacted
}
