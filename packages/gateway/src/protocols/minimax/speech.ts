import { Buffer } from 'node:buffer'
import { asDouble } from '../../canonical/exact-json.ts'
import type { SpeechAnswer, SpeechRequest } from '../../canonical/speech.ts'
import { asText, dig, objectOrEmpty } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { formatIn, speedWithin } from '../openai-speech/exchange.ts'

const FORMATS = { mp3: 'mp3', wav: 'wav', flac: 'flac', pcm: 'pcm' }
const [SLOWEST, FASTEST] = [0.5, 2]
/** MiniMax's own members, which clients may send beside OpenAI's. */
const OWN = ['voice_setting', 'audio_setting', 'language_boost', 'pronunciation_dict', 'timbre_weights', 'voice_modify']
const HEX = /^(?:[0-9a-f]{2})+$/i

/** https://platform.minimax.io/docs/api-reference/speech-t2a-http */
export const miniMaxSpeech: UpstreamConverter<SpeechRequest, SpeechAnswer, 'minimax-speech'> = {
  format: 'minimax-speech',
  path: () => '/v1/t2a_v2',
  takes: new Set(OWN),
  lacks: { instructions: { what: 'instructions', why: 'MiniMax does not support it' } },
  writeRequest(request, model, losses) {
    const { text, voice, own } = request
    const format = formatIn(FORMATS, request)
    const speed = speedWithin(SLOWEST, FASTEST, request, losses)
    return {
      ...own,
      model,
      text,
      stream: false,
      output_format: 'hex',
      voice_setting: { voice_id: voice, ...(speed !== undefined && { speed }), ...objectOrEmpty(own.voice_setting) },
      audio_setting: { ...objectOrEmpty(own.audio_setting), format },
    }
  },
  readAnswer(body) {
    const hex = asText(dig(body, 'data.audio'))
    if (hex === null || !HEX.test(hex)) return null
    return { sound: Buffer.from(hex, 'hex'), characters: asDouble(dig(body, 'extra_info.usage_characters')) }
  },
}
