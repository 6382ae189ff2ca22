import type { JsonObject } from '../raw/json.ts'

/** A text to be spoken. */
export interface SpeechRequest {
  text: string
  voice: string
  /** Audio format: `mp3`, `opus`, `aac`, `flac`, `wav`, `pcm`. */
  format: string
  /** 1 is normal. */
  speed?: number
  /** How to speak it, in words. */
  instructions?: string
  /** Client members that the upstream knows by the same names. */
  own: JsonObject
}

export interface SpeechAnswer {
  sound: Uint8Array
  /** Characters the upstream charges for; null: not reported. */
  characters: number | null
}
