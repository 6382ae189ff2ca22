/** A stretch of sound as its decoder finds it. */
interface Frame {
  /** To go on behind. */
  bytes: number
  seconds: number
}

/** What begins at an offset; null: no frame; `more`: it takes more bytes to tell. */
export type FrameAt = (bytes: Buffer, at: number) => Frame | 'more' | null
