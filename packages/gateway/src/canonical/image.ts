import type { JsonObject } from '../raw/json.ts'
import type { Usage } from './usage.ts'

/** Images to be made of words, or of other images. */
export interface ImageRequest {
  prompt: string
  count: number
  /** In pixels, `1024x1536`; absent: as the model likes. */
  size?: string
  /** MIME type of the files. */
  mime?: string
  /** `low`, `medium`, `high`, `standard`, `hd`. */
  quality?: string
  /** What the answer is to hold; absent: the client does not say. */
  wants?: 'address' | 'data'
  /** Images to go by, as addresses or data URLs; absent: none. */
  pictures?: string[]
  /** Where the first of them may change, as a data URL. */
  mask?: string
  /** Members of the client's that the upstream knows by the same names. */
  own: JsonObject
}

export interface ImageAnswer {
  images: MadeImage[]
  usage: Usage | null
  /** How many images a price by image counts; absent: as many as there are. */
  charged?: number
}

export type MadeImage = { base64: string } | { url: string }
