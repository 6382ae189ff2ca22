/** A stretch of sound as its decoder finds it. */
interface Frame {
  /** To go on behind. */
  bytes: number
  /** Null: it holds sound that cannot be measured. */
  seconds: number | null
  /** It is passed over unread. Where it claims to go on behind the end, all of it may be sound. */
  isSkipped?: true
}

/** What begins at an offset; null: no frame; `more`: it takes more bytes to tell. */
export type FrameAt = (bytes: Buffer, at: number) => Frame | 'more' | null

/** How a kind of sound is measured while it passes. */
export interface SoundReader {
  frameAt: FrameAt
  /** The byte a frame may begin with where the one before it has ended in rubbish. Absent: it is not looked for. */
  lead?: number
  /** Of a kind whose length an index tells, not its frames; null: not told. */
  indexed?(): number | null
  /** Frames do not say how long they are: what lies between two belongs to the first. */
  isOpenEnded?: true
}
