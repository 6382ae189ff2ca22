import type { CanonicalRequest } from '../../canonical/request.ts'
import { asObjects, asText, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'

/** Gemini's form of members that no other dialect has, by their names: members of its request, by their paths. */
const WORDS: Readonly<Record<string, (value: unknown) => JsonObject>> = {
  safety_settings: value => ({ safetySettings: asObjects(value).map(writeSafety) }),
  'response_format.aspect_ratio': value => ({ [`${IMAGE}.aspectRatio`]: value }),
  'response_format.image_size': value => ({ [`${IMAGE}.imageSize`]: value }),
  'generation_config.image_config': value => {
    const { aspect_ratio, image_size } = objectOrEmpty(value)
    return {
      ...(aspect_ratio != null && { [`${IMAGE}.aspectRatio`]: aspect_ratio }),
      ...(image_size != null && { [`${IMAGE}.imageSize`]: image_size }),
    }
  },
  'generation_config.speech_config': value => ({ 'generationConfig.speechConfig': writeSpeech(value) }),
}

const IMAGE = 'generationConfig.imageConfig'

/** Returns the members that only Google's upstreams understand, in Gemini's form. */
export const relatedTo = (extras: JsonObject): CanonicalRequest['related'] => ({
  dialect: 'gemini',
  extras: Object.fromEntries(
    Object.entries(extras).flatMap(([name, value]) => {
      const write = lookUp(WORDS, name)
      return write ? [[name, write(value)] as const] : []
    }),
  ),
})

/** Returns `harassment` and `block_none` as `HARM_CATEGORY_HARASSMENT` and `BLOCK_NONE`. */
const writeSafety = ({ type, threshold, method }: JsonObject): JsonObject => ({
  category: `HARM_CATEGORY_${upper(type)}`,
  threshold: upper(threshold),
  ...(asText(method) !== null && { method: upper(method) }),
})

const upper = (word: unknown): string => (asText(word) ?? '').toUpperCase()

/** One voice, or one for each speaker. */
function writeSpeech(value: unknown): JsonObject {
  const voices = asObjects(Array.isArray(value) ? value : (objectOrEmpty(value).speakers ?? [value]))
  const [first = {}] = voices
  const language = asText(first.language)
  const isDialogue = voices.some(({ speaker }) => asText(speaker) !== null)
  return {
    ...(language !== null && { languageCode: language }),
    ...(isDialogue
      ? {
          multiSpeakerVoiceConfig: {
            speakerVoiceConfigs: voices.map(one => ({ speaker: one.speaker, ...voiceOf(one) })),
          },
        }
      : voiceOf(first)),
  }
}

const voiceOf = ({ voice }: JsonObject): JsonObject =>
  asText(voice) === null ? {} : { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } }
