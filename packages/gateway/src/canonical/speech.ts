import type { JsonObject } from '../raw/json.ts'

/** A text to be spoken. */
export interface SpeechRequest {
  text: string
  voice: string
  /** Of the sound: `mp3`, `opus`, `aac`, `flac`, `wav`, `pcm`. */
  format: string
  /** 1 is usual. */
  speed?: number
  /** How it is to be spoken, in words. */
  instructions?: string
  /** Members of the client's that the upstream knows by the same names. */
  own: JsonObject
}

export interface SpeechAnswer {
  sound: Uint8Array
  /** Charged for by the upstream; null: not told. */
  characters: number | null
}
