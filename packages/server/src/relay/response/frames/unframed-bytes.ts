import type { OutgoingFrames } from './sse-frames.ts'

/** A stream without frames, such as audio: bytes pass as they arrive, and no error can follow. */
export const unframedBytes = (): OutgoingFrames => ({ push: bytes => bytes, rest: () => null, failed: () => null })
