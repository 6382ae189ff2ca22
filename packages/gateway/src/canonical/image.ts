import type { Usage } from './usage.ts'

/** Images to be made of words. */
export interface ImageRequest {
  prompt: string
  count: number
  /** In pixels, `1024x1536`; absent: as the model likes. */
  size?: string
  /** MIME type of the files. */
  mime?: string
  /** `low`, `medium`, `high`, `standard`, `hd`. */
  quality?: string
}

export interface ImageAnswer {
  images: { base64: string }[]
  usage: Usage | null
}
