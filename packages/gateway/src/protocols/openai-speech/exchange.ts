import { asDouble } from '../../canonical/exact-json.ts'
import type { SpeechAnswer, SpeechRequest } from '../../canonical/speech.ts'
import { asText, dig, type JsonObject, lookUp } from '../../raw/json.ts'
import type { ClientConverter } from '../common/exchange.ts'
import { lose, RequestRefused } from '../common/losses.ts'

const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'input',
  'voice',
  'response_format',
  'speed',
  'instructions',
  'stream_format',
])

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

/** https://platform.openai.com/docs/api-reference/audio/createSpeech */
export const speechClient: ClientConverter<SpeechRequest, SpeechAnswer, Uint8Array> = {
  readRequest(body, losses, taken = new Set()) {
    const own: JsonObject = {}
    for (const [name, value] of Object.entries(body)) {
      if (taken.has(name)) own[name] = value
      else if (!KNOWN.has(name)) lose(losses, `"${name}"`, 'only OpenAI knows it')
    }
    const [text, voice] = [asText(body.input), asText(body.voice) ?? asText(dig(body, 'voice.id'))]
    if (text === null) throw new RequestRefused('input must be a text', 'input')
    if (voice === null) throw new RequestRefused('voice must name a voice', 'voice')
    if (body.stream_format === 'sse') throw new RequestRefused('this model does not stream speech', 'stream_format')
    const format = asText(body.response_format) ?? 'mp3'
    if (!lookUp(CONTENT_TYPES, format)) {
      throw new RequestRefused(
        `response_format must be one of ${Object.keys(CONTENT_TYPES).join(', ')}`,
        'response_format',
      )
    }
    const [speed, instructions] = [asDouble(body.speed), asText(body.instructions)]
    return {
      text,
      voice,
      format,
      ...(speed !== null && { speed }),
      ...(instructions && { instructions }),
      own,
    }
  },

  writeAnswer: ({ sound }) => sound,
  contentType: ({ format }) => lookUp(CONTENT_TYPES, format) ?? 'application/octet-stream',
}

/**
 * Returns an upstream's name for the client's audio format.
 *
 * @throws RequestRefused if it has none: the client could not play another
 */
export function formatIn(formats: Readonly<Record<string, string>>, { format }: SpeechRequest): string {
  const known = lookUp(formats, format)
  if (known === undefined) {
    throw new RequestRefused(`this model supports only ${Object.keys(formats).join(', ')}`, 'response_format')
  }
  return known
}

/** Returns the nearest speed an upstream takes; undefined: the client sets none. */
export function speedWithin(least: number, most: number, { speed }: SpeechRequest, losses: Parameters<typeof lose>[0]) {
  if (speed === undefined) return undefined
  const taken = Math.min(most, Math.max(least, speed))
  if (taken !== speed) lose(losses, 'speed', 'this model takes less or more; the nearest was sent')
  return taken
}
