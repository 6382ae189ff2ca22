import type { Usage } from '../canonical/usage.ts'

export interface Consumed {
  usage: Usage
  /** For a price per call: how many images or calls. */
  callCount?: number
  /** For a price per call: the factor for an image's size and quality. */
  sizeRatio?: number
  qualityRatio?: number
  /** Its words, for a price by size and quality. Absent: no image was asked for as one. */
  image?: { size: string | undefined; quality: string | undefined }
  /** Characters that were spoken. Absent: none. */
  characters?(): number
  /** Whole seconds of sound that were heard or spoken. Absent: none. */
  soundSeconds?: number
  /** Absent: no video. */
  video?: Footage
}

/** What a price by the second of video depends on. */
export interface Footage {
  seconds: number
  /** In lower case; null: unknown. */
  resolution: string | null
  sound: boolean
}
