import type { OutgoingFrames } from './sse-frames.ts'

/** A stream without frames, such as audio: every byte passes as it arrives, and no error can follow. */
export const unframedBytes = (): OutgoingFrames => ({ push: bytes => bytes, rest: () => null, failed: () => null })
