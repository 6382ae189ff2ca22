/** A piece of sound as its decoder finds it. */
interface Frame {
  /** Length in bytes; the next frame starts after it. */
  bytes: number
  /** Null: its sound cannot be measured. */
  seconds: number | null
  /** It is skipped unread. If it claims to extend past the end, all of it may be sound. */
  isSkipped?: true
}

/** The frame at an offset; null: none; `more`: more bytes are needed to tell. */
export type FrameAt = (bytes: Buffer, at: number) => Frame | 'more' | null

/** Measures one kind of sound as it passes. */
export interface SoundReader {
  frameAt: FrameAt
  /** The first byte of frames, used to find the next frame after garbage. Absent: no search. */
  lead?: number
  /** For kinds with an index of lengths instead of frames; null: not given. */
  indexed?(): number | null
  /** Frames do not give their length: bytes between two belong to the first. */
  isOpenEnded?: true
}
