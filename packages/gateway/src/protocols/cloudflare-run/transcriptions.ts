import { Buffer } from 'node:buffer'
import { asDouble } from '../../canonical/exact-json.ts'
import type { SpokenWord, TranscriptionAnswer, TranscriptionRequest } from '../../canonical/transcription.ts'
import { asObjects, asText, dig, type JsonObject } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { lose, RequestRefused } from '../common/losses.ts'
import { runPath } from './path.ts'

/** Only this model takes JSON; the others take only the file. */
const TAKES_JSON = /whisper-large-v3-turbo/

/** https://developers.cloudflare.com/workers-ai/models/whisper/ */
export const cloudflareTranscriptions: UpstreamConverter<TranscriptionRequest, TranscriptionAnswer, 'cloudflare-run'> =
  {
    format: 'cloudflare-run',
    path: runPath,
    lacks: { temperature: { what: 'temperature', why: 'Cloudflare does not support it' } },
    writeRequest({ file, translates, language, prompt }, model, losses) {
      if (TAKES_JSON.test(model)) {
        return {
          audio: Buffer.from(file.bytes).toString('base64'),
          task: translates ? 'translate' : 'transcribe',
          ...(language && { language }),
          ...(prompt && { initial_prompt: prompt }),
        }
      }
      if (translates) throw new RequestRefused('this model transcribes speech and does not translate it', 'model')
      if (language) lose(losses, 'language', 'this model finds out by itself')
      if (prompt) lose(losses, 'prompt', 'this model takes the sound alone')
      return file.bytes
    },
    readAnswer(body) {
      const text = dig(body, 'result.text')
      if (typeof text !== 'string') return null
      const vtt = asText(dig(body, 'result.vtt'))
      const language = asText(dig(body, 'result.transcription_info.language'))
      const duration = asDouble(dig(body, 'result.transcription_info.duration'))
      const words = asObjects(dig(body, 'result.words')).flatMap(wordOf)
      return {
        text,
        ...(vtt && { vtt }),
        ...(language && { language }),
        ...(duration !== null && { duration }),
        ...(words.length > 0 && { words }),
      }
    },
  }

function wordOf({ word, start, end }: JsonObject): SpokenWord[] {
  const [said, from, to] = [asText(word), asDouble(start), asDouble(end)]
  return said === null || from === null || to === null ? [] : [{ word: said, start: from, end: to }]
}
