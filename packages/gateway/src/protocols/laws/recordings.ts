import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asObject, asObjects, type JsonObject } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import { splitEventStream } from '../../stage/event-stream.ts'
import { eventStream } from '../../stage/event-stream-fixture.ts'
import { splitSseOrJsonArray } from '../../stage/json-array.ts'
import { splitSse } from '../../stage/sse.ts'
import type { Frame, RequestAddress } from '../common/dialect.ts'
import { readAddress } from '../gemini/address.ts'
import { type UpstreamDialectId, upstreamDialects } from '../index.ts'
import { splitMetaStream } from '../zhipu-v3/framing.ts'
import { readRecordingFiles } from './recording-files.ts'

/** One exchange with a provider. */
export interface Recording {
  name: string
  dialect: UpstreamDialectId
  isStream: boolean
  request: JsonObject
  /** The information in the request's address, for dialects that put it there. */
  address?: RequestAddress
  status: number
  /** The bytes of a stream as they came; null: not streamed. */
  stream: Uint8Array | null
  body: unknown
  /** For our own recordings: why it is worth keeping, and how it must be read. */
  quirk: string | null
  means: JsonObject | null
}

/** The dialect of each recording of real traffic, by its path. */
const SPEAKERS: readonly { dialect: UpstreamDialectId; path: RegExp }[] = [
  { dialect: 'openai-chat', path: /\/chat\/completions([?#]|$)/ },
  { dialect: 'openai-responses', path: /\/responses(\?|$)/ },
  { dialect: 'anthropic-messages', path: /\/v1\/messages(\?|$)/ },
  { dialect: 'gemini', path: /\/models\/[^/]+:(generateContent|streamGenerateContent)(\?|$)/ },
  { dialect: 'bedrock', path: /\/converse(-stream)?$/ },
  { dialect: 'cohere', path: /\/v2\/chat$/ },
]

/** How a dialect's stream is split into frames, if not as server-sent events. */
const FRAMINGS: Partial<Record<UpstreamDialectId, () => Stage<Uint8Array, Frame>>> = {
  gemini: splitSseOrJsonArray,
  bedrock: splitEventStream,
  'zhipu-v3': splitMetaStream,
}

/** How a path completes a dialect's request, if the body is incomplete. */
const ADDRESSES: Partial<Record<UpstreamDialectId, (path: string) => RequestAddress | null>> = { gemini: readAddress }

export const framingOf = (dialect: UpstreamDialectId): Stage<Uint8Array, Frame> => (FRAMINGS[dialect] ?? splitSse)()

/** Real traffic, and our own frames beside each dialect. */
export const readRecordings = (): Recording[] => [...readReal(), ...readOwn()]

function readReal(): Recording[] {
  return readRecordingFiles().flatMap(({ name, exchange }) => {
    const speaker = SPEAKERS.find(({ path }) => path.test(exchange.request.path))
    return speaker && isWholeJson(exchange) ? [toRecording(name, speaker.dialect, exchange)] : []
  })
}

/** One answer was damaged when it was recorded. */
const isWholeJson = (wire: JsonObject): boolean =>
  wire.stream === true || typeof asObject(wire.response)?.body !== 'string'

function readOwn(): Recording[] {
  const ids = Object.keys(upstreamDialects) as UpstreamDialectId[] // the registry's own keys
  return ids.flatMap(dialect =>
    jsonFiles(join(import.meta.dir, '..', dialect, 'recordings')).map(({ name, wire }) =>
      toRecording(`own ${dialect}/${name}`, dialect, wire),
    ),
  )
}

function jsonFiles(folder: string): { name: string; wire: JsonObject }[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  return names.map(name => ({
    name: name.replace('.json', ''),
    wire: asObject(JSON.parse(readFileSync(join(folder, name), 'utf8'))) ?? {},
  }))
}

function toRecording(name: string, dialect: UpstreamDialectId, wire: JsonObject): Recording {
  const response = asObject(wire.response) ?? {}
  const path = String(asObject(wire.request)?.path)
  const address = ADDRESSES[dialect]?.(path)
  const isStream = wire.stream === true && response.status === 200
  return {
    name,
    dialect,
    isStream,
    request: asObject(asObject(wire.request)?.body) ?? {},
    ...(address && { address }),
    status: Number(response.status),
    stream: isStream ? toBytes(response.body) : null,
    body: response.body,
    quirk: typeof wire.quirk === 'string' ? wire.quirk : null,
    means: asObject(wire.means),
  }
}

/**
 * A streamed body is text, base64 of bytes or, in our own recordings, a list of frames: texts, or messages of AWS's event stream.
 */
function toBytes(body: unknown): Uint8Array {
  if (!Array.isArray(body))
    return Buffer.from(String(asObject(body)?.base64 ?? body), asObject(body) ? 'base64' : 'utf8')
  if (typeof body[0] === 'string') return Buffer.from(body.map(frame => `${frame}\n\n`).join(''))
  return eventStream(
    asObjects(body).map(({ event, exception, data }) => {
      const [kind, name] = exception ? ['exception', exception] : ['event', event]
      return { headers: { ':message-type': String(kind), [`:${kind}-type`]: String(name) }, body: data }
    }),
  )
}
