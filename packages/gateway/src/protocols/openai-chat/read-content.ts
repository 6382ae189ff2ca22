import type { CacheMark, MediaPart, OpaquePart, TextPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { asArray, asObject, asObjects, asText, type JsonObject, lookUp, typeOf } from '../../raw/json.ts'
import { fromAddress, kindOfMime } from '../common/media.ts'

/**
 * Returns the parts of a message's `content`: a text, or a list of parts. `thinkingOf` reads the thinking among them.
 */
export function readContent(content: unknown): (TextPart | MediaPart | OpaquePart)[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return asArray(content).flatMap(item => {
    const wire = asObject(item)
    if (!wire) return typeof item === 'string' && item ? [{ type: 'text' as const, text: item }] : []
    const cache = cacheMark(wire)
    if (wire.type === 'thinking') return []
    const part = readPart(wire)
    return part.type === 'opaque' || !cache ? [part] : [{ ...part, cache }]
  })
}

/**
 * Returns the thinking that Mistral puts into the content as `{type: 'thinking', thinking: [{type: 'text', text}]}`, or as plain
 * text.
 */
export function thinkingOf(content: unknown): string {
  const thoughts = asObjects(content).filter(item => item.type === 'thinking')
  const pieces = thoughts.flatMap(
    ({ thinking }) => asText(thinking) ?? asObjects(thinking).map(({ text }) => asText(text)),
  )
  return pieces.join('')
}

type PartReader = (wire: JsonObject) => TextPart | MediaPart | null

const READERS: Readonly<Record<string, PartReader>> = {
  text: wire => (typeof wire.text === 'string' ? { type: 'text', text: wire.text } : null),
  refusal: wire => (typeof wire.refusal === 'string' ? { type: 'text', text: wire.refusal, refusal: true } : null),
  image_url: wire => {
    const detail = asText(asObject(wire.image_url)?.detail)
    const media = atAddress('image', wire.image_url)
    return media && detail !== null ? { ...media, detail } : media
  },
  video_url: wire => atAddress('video', wire.video_url),
  audio_url: wire => atAddress('audio', wire.audio_url),
  // Mistral's
  document_url: wire => atAddress('file', wire.document_url),
  input_audio: wire => {
    const audio = asObject(wire.input_audio)
    const data = asText(audio?.data)
    const mime = lookUp(AUDIO_MIMES, audio?.format) ?? `audio/${asText(audio?.format) ?? 'wav'}`
    return data === null ? null : { type: 'media', kind: 'audio', source: { type: 'data', base64: data }, mime }
  },
  file: wire => readFile(asObject(wire.file) ?? {}),
}

function readPart(wire: JsonObject): TextPart | MediaPart | OpaquePart {
  const kind = typeOf(wire)
  return lookUp(READERS, kind)?.(wire) ?? { type: 'opaque', dialect: 'openai-chat', kind, value: wire }
}

/** Some hosts write `{url}`, some the address itself. */
function atAddress(kind: MediaPart['kind'], wire: unknown): MediaPart | null {
  const address = asText(wire) ?? asText(asObject(wire)?.url)
  return address === null ? null : { type: 'media', kind, ...fromAddress(address) }
}

function readFile(file: JsonObject): MediaPart | null {
  const name = asText(file.filename)
  const named = name === null ? {} : { name }
  const id = asText(file.file_id)
  if (id !== null) {
    return { type: 'media', kind: 'file', source: { type: 'stored', origin: 'openai', id }, mime: null, ...named }
  }
  const data = asText(file.file_data)
  if (data === null) return null
  const media = /^(data:|https?:)/i.test(data)
    ? fromAddress(data)
    : { source: { type: 'data' as const, base64: data }, mime: null }
  return { type: 'media', kind: kindOfMime(media.mime), ...media, ...named }
}

const AUDIO_MIMES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', wav: 'audio/wav' }

/** Anthropic's `cache_control`, which OpenRouter and others also accept in Chat. */
export function cacheMark(wire: JsonObject): CacheMark | null {
  const control = asObject(wire.cache_control)
  if (!control) return null
  return control.ttl === '1h' || control.ttl === '5m' ? { ttl: control.ttl } : {}
}

/**
 * Returns a thought signature from where Google's Chat endpoint puts it. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function signatureOfExtra(wire: JsonObject): Signature | null {
  for (const [origin, extra] of Object.entries(asObject(wire.extra_content) ?? {})) {
    const value = asText(asObject(extra)?.thought_signature)
    if (value !== null) return { origin, value }
  }
  return null
}
