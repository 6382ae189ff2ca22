import { Buffer } from 'node:buffer'
import type { SpeechAnswer, SpeechRequest } from '../../canonical/speech.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asText, type JsonObject } from '../../raw/json.ts'
import { errorByCode } from '../common/error-by-code.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { formatIn, speedWithin } from '../openai-speech/exchange.ts'

const FORMATS = { mp3: 'mp3', opus: 'ogg_opus', wav: 'wav', pcm: 'pcm' }
const [SLOWEST, FASTEST] = [0.1, 2]
const SAMPLE_RATE = 24_000
const GOOD = 3000

/** https://www.volcengine.com/docs/6561/1257584 */
const STATUSES = [
  ['3001', 400],
  ['3003', 429],
  ['3005', 503],
  ['3010', 400],
  ['3011', 400],
  ['3031', 500],
  ['3050', 400],
] as const

/** Speech in one response. The body also names the caller, which the provider adds. https://www.volcengine.com/docs/6561/1257584 */
export const volcengineSpeech: UpstreamConverter<SpeechRequest, SpeechAnswer, 'volcengine-speech'> = {
  format: 'volcengine-speech',
  path: () => '/api/v1/tts',
  lacks: { instructions: { what: 'instructions', why: 'Volcengine does not support it' } },
  writeRequest(request, model, losses, id) {
    const { text, voice } = request
    const speed = speedWithin(SLOWEST, FASTEST, request, losses)
    return {
      user: { uid: 'tollgate' },
      audio: {
        voice_type: voice,
        encoding: formatIn(FORMATS, request),
        rate: SAMPLE_RATE,
        ...(speed !== undefined && { speed_ratio: speed }),
      },
      request: { reqid: id, text, operation: 'query', model },
    }
  },
  readAnswer(body) {
    const base64 = asText(body.data)
    if (body.code !== GOOD || base64 === null) return null
    const sound = Buffer.from(base64, 'base64')
    return sound.length > 0 ? { sound, characters: null } : null
  },
  readError,
}

function readError({ code, message }: JsonObject): UpstreamError | null {
  return code === undefined || code === GOOD ? null : errorByCode(asText(message), code, STATUSES)
}
