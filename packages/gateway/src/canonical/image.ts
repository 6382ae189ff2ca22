import type { JsonObject } from '../raw/json.ts'
import type { Usage } from './usage.ts'

/** A request for images, made from text or from other images. */
export interface ImageRequest {
  prompt: string
  count: number
  /** In pixels, `1024x1536`; absent: the model's choice. */
  size?: string
  /** MIME type of the files. */
  mime?: string
  /** `low`, `medium`, `high`, `standard`, `hd`. */
  quality?: string
  /** Whether the answer should hold addresses or data; absent: the client does not say. */
  wants?: 'address' | 'data'
  /** Source images, as addresses or data URLs; absent: none. */
  pictures?: string[]
  /** Mask of the area of the first image that may change, as a data URL. */
  mask?: string
  /** Client members that the upstream knows by the same names. */
  own: JsonObject
}

export interface ImageAnswer {
  images: MadeImage[]
  usage: Usage | null
  /** How many images a price per image charges for; absent: those returned. */
  charged?: number
}

export type MadeImage = { base64: string } | { url: string }
