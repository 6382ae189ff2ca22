import type { Usage } from '../canonical/usage.ts'

export interface Consumed {
  usage: Usage
  /** For a price per call: how many images or calls. */
  callCount?: number
  /** For a price per call: the factor for an image's size and quality. */
  sizeRatio?: number
  qualityRatio?: number
  /** Words of an image call, for a price by size and quality. Absent: no image was requested as a single call. */
  image?: { size: string | undefined; quality: string | undefined }
  /** Number of characters spoken. Absent: none. */
  characters?(): number
  /** Whole seconds of sound heard or spoken. Absent: none. */
  soundSeconds?: number
  /** Absent: no video. */
  video?: Footage
}

/** The properties on which a price per second of video depends. */
export interface Footage {
  seconds: number
  /** In lower case; null: unknown. */
  resolution: string | null
  sound: boolean
}
