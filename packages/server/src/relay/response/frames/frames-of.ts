import type { RelayEndpoint } from '../../call/endpoints.ts'
import { jsonArrayFrames } from './json-array-frames.ts'
import { type OutgoingFrames, sseFrames } from './sse-frames.ts'

/** A stream without frames, such as audio: bytes pass as they arrive, and no error can follow. */
const unframedBytes = (): OutgoingFrames => ({ push: bytes => bytes, rest: () => null, failed: () => null })

/** How a stream is cut into frames, by content type; all others are server-sent events. */
const FRAMES: readonly { types: RegExp; frames: () => OutgoingFrames; ofAudio?: true }[] = [
  { types: /^application\/json/, frames: jsonArrayFrames },
  { types: /^(audio\/|application\/octet-stream)/, frames: unframedBytes, ofAudio: true },
]

export const framesOf = (contentType: string, { returnsAudio }: RelayEndpoint): OutgoingFrames =>
  (FRAMES.find(({ types, ofAudio }) => types.test(contentType) && (!ofAudio || returnsAudio))?.frames ?? sseFrames)()
