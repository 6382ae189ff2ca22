import { redactFrame, type SseFrame, type Stage } from '@tollgate/gateway'
import { relayError } from '../../errors/relay-error.ts'
import type { StreamAnswer } from '../upstream-response.ts'
import type { WholeFrames } from './whole-frames.ts'

/**
 * Frames as they go out, without what of the upstream's word on itself must reach no client. Only bytes in which something
 * passed that is no part of the answer are looked at again.
 *
 * Its `push` throws an ApiError where an error is too long to be held and searched.
 */
export function redactingFrames(
  frames: WholeFrames,
  { observer: { tally }, redactor, isOwn }: Pick<StreamAnswer, 'observer' | 'redactor' | 'isOwn'>,
): WholeFrames {
  const redact = isOwn ? redactor.keys : redactor.all
  let seen = 0
  /** A frame may be read just before its last byte is there: then it is in the bytes after these. */
  let mayFollow = false
  const isSuspect = (): boolean => {
    const hasCome = tally.asides > seen
    const isNow = hasCome || mayFollow || tally.error !== null
    mayFollow = hasCome
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

/** Longer ones are handed on in pieces, before anybody could read them. */
const LONGEST_FRAME_BYTES = 1024 * 1024
const HEAD_BYTES = 2048

const beginsError = (bytes: Uint8Array): boolean =>
  /^event: ?error|"error"\s{0,8}:\s{0,8}[{"]|"type"\s{0,8}:\s{0,8}"error"/m.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length)).toString('latin1'),
  )
