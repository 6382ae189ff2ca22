import type { TranscriptionAnswer, TranscriptionRequest } from '../../canonical/transcription.ts'
import { isFile } from '../../canonical/uploaded-file.ts'
import { asNumber, asText, type JsonObject } from '../../raw/json.ts'
import type { Body, ClientConverter } from '../common/exchange.ts'
import { lose, RequestRefused } from '../common/losses.ts'

type Client = ClientConverter<TranscriptionRequest, TranscriptionAnswer, Body>

const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'file',
  'language',
  'prompt',
  'temperature',
  'response_format',
  'timestamp_granularities[]',
])
const FORMATS: ReadonlySet<string> = new Set(['json', 'text', 'verbose_json', 'vtt'])

/** https://platform.openai.com/docs/api-reference/audio/createTranscription */
const clientOf = (translates: boolean): Client => ({
  readRequest(body, losses) {
    for (const name of Object.keys(body)) if (!KNOWN.has(name)) lose(losses, `"${name}"`, 'only OpenAI knows it')
    if (!isFile(body.file)) throw new RequestRefused('file must be an audio file', 'file')
    if (body.stream === true) throw new RequestRefused('this model does not stream transcriptions', 'stream')
    const format = asText(body.response_format) ?? 'json'
    if (!FORMATS.has(format)) {
      throw new RequestRefused(`this model writes only ${[...FORMATS].join(', ')}`, 'response_format')
    }
    const [language, prompt] = [asText(body.language), asText(body.prompt)]
    // form fields are texts
    const temperature = asNumber(body.temperature)
    return {
      file: body.file,
      translates,
      format,
      ...(language && { language }),
      ...(prompt && { prompt }),
      ...(Number.isFinite(temperature) && { temperature }),
    }
  },

  writeAnswer(answer, { format, translates }) {
    if (format === 'text') return encoder.encode(`${answer.text}\n`)
    if (format === 'vtt') return encoder.encode(answer.vtt ?? `WEBVTT\n\n${answer.text}\n`)
    return format === 'verbose_json' ? verbose(answer, translates) : { text: answer.text }
  },

  contentType: ({ format }) =>
    format === 'text' ? 'text/plain; charset=utf-8' : format === 'vtt' ? 'text/vtt; charset=utf-8' : 'application/json',
})

export const transcriptionClient = clientOf(false)
export const translationClient = clientOf(true)

const encoder = new TextEncoder()

const verbose = ({ text, language, duration, words }: TranscriptionAnswer, translates: boolean): JsonObject => ({
  task: translates ? 'translate' : 'transcribe',
  language: language ?? '',
  duration: duration ?? words?.at(-1)?.end ?? 0,
  text,
  ...(words && { words }),
})
