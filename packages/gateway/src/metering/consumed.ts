import type { Usage } from '../canonical/usage.ts'

/** What was consumed. */
export interface Consumed {
  usage: Usage
  /** Priced by call: how many images, or calls. */
  callCount?: number
  /** Priced by call: what an image's size and quality multiply the price by. */
  sizeRatio?: number
  qualityRatio?: number
}
