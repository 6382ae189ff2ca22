import type { UploadedFile } from './uploaded-file.ts'

/** A request to transcribe speech. */
export interface TranscriptionRequest {
  file: UploadedFile
  /** Translate into English from any language. */
  translates: boolean
  /** An ISO 639-1 code. */
  language?: string
  prompt?: string
  temperature?: number
  /** The answer's format: `json`, `text`, `verbose_json`, `vtt`. */
  format: string
}

export interface TranscriptionAnswer {
  text: string
  language?: string
  /** In seconds. */
  duration?: number
  words?: SpokenWord[]
  /** The subtitles, as WebVTT. */
  vtt?: string
}

/** Times in seconds. */
export interface SpokenWord {
  word: string
  start: number
  end: number
}
