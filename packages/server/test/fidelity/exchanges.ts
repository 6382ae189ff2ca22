import {
  type CanonicalRequest,
  type Dialect,
  type DialectId,
  dialects,
  parseExact,
  RequestRefused,
  type UpstreamDialectId,
} from '@tollgate/gateway'
import {
  type Answer,
  context,
  gather,
  type Recording,
  readChunks,
  readRecording,
  streamText,
} from '@tollgate/gateway/laws'
import { isPlayedHere } from './channels.ts'
import type { Playable } from './replaying-upstream.ts'

/** A recorded exchange, whole or streamed: the upstream's request and response. */
export interface Exchange {
  name: string
  provider: string
  dialect: UpstreamDialectId
  /** The request, independent of a wire format. */
  canonicalRequest: CanonicalRequest
  played: Playable
  /** The parsed response of the upstream. */
  answer: Answer
}

/**
 * A recording as it was made, and also converted between whole and streamed if we write its dialect. Leaves out streams
 * that are one JSON array, since no channel requests them, and recordings played elsewhere.
 */
export function exchangesOf(recording: Recording): Exchange[] {
  const { name, dialect, isStream, status, stream, body } = recording
  if (stream?.[0] === '['.charCodeAt(0) || !isPlayedHere(dialect)) return []
  const common = { name, provider: name.split(/[/ ]/)[0] ?? '', dialect }
  const canonicalRequest = askOf(recording)
  const events = readRecording(recording)
  const answer = gather(events)
  const recorded: Exchange = {
    ...common,
    canonicalRequest: inManner(canonicalRequest, isStream),
    played: played(status, isStream, stream ?? bytesOf(JSON.stringify(body)), dialect),
    answer,
  }
  const writer = dialectOf(dialect)
  if (!writer || answer.error) return [recorded]
  const text = isStream ? JSON.stringify(writer.writeWhole(answer, context).body) : streamText(writer, events).text
  return [
    recorded,
    {
      ...common,
      name: `${name}, ${isStream ? 'whole' : 'streamed'}`,
      canonicalRequest: inManner(canonicalRequest, !isStream),
      played: played(status, !isStream, bytesOf(text), dialect),
      answer: gather(isStream ? writer.readWhole(parseExact(text)) : readChunks(dialect, [bytesOf(text)])),
    },
  ]
}

/** undefined: no client speaks it. */
export const dialectOf = (id: UpstreamDialectId): Dialect | undefined =>
  id in dialects ? dialects[id as DialectId] : undefined

/** The request used if the recorded conversation cannot be. */
export const SMALL_TALK: CanonicalRequest = {
  dialect: 'none',
  model: 'stand-in',
  stream: false,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'Good morning' }] }],
  tools: [],
  parameters: {},
  extras: {},
}

function askOf({ dialect, request, address }: Recording): CanonicalRequest {
  const reader = dialectOf(dialect)
  if (!reader || Object.keys(request).length === 0) return SMALL_TALK
  try {
    return reader.readRequest(request, address)
  } catch (error) {
    if (error instanceof RequestRefused) return SMALL_TALK
    throw error
  }
}

const inManner = (canonicalRequest: CanonicalRequest, stream: boolean): CanonicalRequest => ({
  ...canonicalRequest,
  stream,
  parameters: { ...canonicalRequest.parameters, includeUsage: stream },
})

/** Content types of streams that are not server-sent events. */
const CONTENT_TYPES: Partial<Record<UpstreamDialectId, string>> = { bedrock: 'application/vnd.amazon.eventstream' }

function played(status: number, isStream: boolean, responseBody: Uint8Array, dialect: UpstreamDialectId): Playable {
  const contentType = isStream ? (CONTENT_TYPES[dialect] ?? 'text/event-stream') : 'application/json'
  return { status, isStream, responseBody, contentType }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
