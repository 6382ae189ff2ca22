import type { Usage } from '../canonical/usage.ts'

export interface Consumed {
  usage: Usage
  /** For a price per call: how many images or calls. */
  callCount?: number
  /** For a price per call: the factor for an image's size and quality. */
  sizeRatio?: number
  qualityRatio?: number
}
