import type { UploadedFile } from './uploaded-file.ts'

/** Speech to be written down. */
export interface TranscriptionRequest {
  file: UploadedFile
  /** Into English, whatever is spoken. */
  translates: boolean
  /** As ISO 639-1 names it. */
  language?: string
  prompt?: string
  temperature?: number
  /** How the answer is written: `json`, `text`, `verbose_json`, `vtt`. */
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
