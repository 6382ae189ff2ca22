import { redactFrame, type SseFrame, type Stage } from '@tollgate/gateway'
import { relayError } from '../../call/relay-error.ts'
import type { StreamedResponse } from '../upstream-response.ts'
import type { OutgoingFrames } from './sse-frames.ts'

/**
 * Removes the operator's secrets from outgoing frames. Searches only frames that hold more than the answer: errors and
 * comments.
 *
 * Its `push` throws an ApiError if an error is too long to be buffered and searched.
 */
export function redactingFrames(
  frames: OutgoingFrames,
  { observer: { tally }, redactor, isOwn }: Pick<StreamedResponse, 'observer' | 'redactor' | 'isOwn'>,
): OutgoingFrames {
  const redact = isOwn ? redactor.keys : redactor.all
  let seen = 0
  /** A frame may be complete except for its last byte, which then comes with the next bytes. */
  let mayFollow = false
  const isSuspect = (): boolean => {
    const isNew = tally.asides > seen
    const isNow = isNew || mayFollow || tally.error !== null
    mayFollow = isNew
    seen = tally.asides
    return isNow
  }
  const pass = (bytes: Uint8Array | null): Uint8Array | null => {
    if (!bytes || !frames.split) return bytes
    if (bytes.length > LONGEST_FRAME_BYTES && beginsError(bytes))
      throw relayError('upstream_too_large', { limit: '1 MiB' })
    if (!isSuspect()) return bytes
    const splitter: Stage<Uint8Array, SseFrame> = frames.split()
    const whole = [...splitter.push(bytes), ...splitter.end()]
    return Buffer.concat(whole.map(frame => redactFrame(frame, redact)))
  }
  return { ...frames, push: bytes => pass(frames.push(bytes)), rest: () => pass(frames.rest()) }
}

/** Longer frames are passed on in pieces, unsearched. */
const LONGEST_FRAME_BYTES = 1024 * 1024
const HEAD_BYTES = 2048

/** How error frames begin in several protocols. */
const ERRORS = [/^event: ?error/m, /"error"\s{0,8}:\s{0,8}[{"]/, /"type"\s{0,8}:\s{0,8}"error"/]

function beginsError(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length)).toString('latin1')
  return ERRORS.some(pattern => pattern.test(head))
}
