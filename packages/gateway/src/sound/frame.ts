/** A stretch of sound as its decoder finds it. */
interface Frame {
  /** Its length; the next frame starts after it. */
  bytes: number
  /** Null: it holds sound that cannot be measured. */
  seconds: number | null
  /** It is skipped unread. If it claims to extend past the end, all of it may be sound. */
  isSkipped?: true
}

/** The frame at an offset; null: none; `more`: it takes more bytes to tell. */
export type FrameAt = (bytes: Buffer, at: number) => Frame | 'more' | null

/** Measures one kind of sound as it passes. */
export interface SoundReader {
  frameAt: FrameAt
  /** A byte a frame may begin with, to find the next frame after garbage. Absent: none is searched for. */
  lead?: number
  /** For kinds whose length is in an index instead of the frames; null: not given. */
  indexed?(): number | null
  /** Frames do not give their length: bytes between two belong to the first. */
  isOpenEnded?: true
}
