import { Buffer } from 'node:buffer'
import { anthropicTypes, wordFor } from '../../errors/statuses.ts'
import type { Frame } from '../../protocols/common/dialect.ts'
import { asNumber, asText, objectOrEmpty, tryParse } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import { splitEventStream } from '../../stage/event-stream.ts'

/** Splits `InvokeModelWithResponseStream` into messages, each with one of Anthropic's events in base64. */
export function splitClaudeStream(): Stage<Uint8Array, Frame> {
  const outer = splitEventStream()
  return {
    push: chunk => outer.push(chunk).map(unwrap),
    end: () => outer.end().map(unwrap),
  }
}

function unwrap(frame: Frame): Frame {
  const payload = objectOrEmpty(tryParse(frame.data ?? ''))
  if (frame.event === 'error') return asAnthropicError(objectOrEmpty(payload.error))
  const data = Buffer.from(asText(payload.bytes) ?? '', 'base64').toString()
  return { event: asText(objectOrEmpty(tryParse(data)).type), data: data || null }
}

function asAnthropicError({ message, status_code }: Record<string, unknown>): Frame {
  const error = { type: wordFor(anthropicTypes, asNumber(status_code)), message }
  return { event: 'error', data: JSON.stringify({ type: 'error', error }) }
}
