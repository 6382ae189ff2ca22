import type { AnswerFilter } from '@tollgate/gateway'
import type { ApiError } from '../../../platform/http/api-error.ts'
import { relayError } from '../../call/relay-error.ts'
import type { StreamedResponse } from '../upstream-response.ts'
import type { OutgoingFrames } from './sse-frames.ts'

/** How an answer's words are looked at. */
export interface Screening {
  filter: AnswerFilter
  /** Whether a word ends the answer; else it is masked. */
  stops: boolean
}

/** Masks forbidden words in outgoing frames, or ends the stream after the frames that say the first. */
export function filteredFrames(
  frames: OutgoingFrames,
  { filter, stops }: Screening,
  { observer: { tally } }: Pick<StreamedResponse, 'observer'>,
): OutgoingFrames {
  const { split } = frames
  if (!split) return frames
  let refusal: ApiError | null = null

  function pass(bytes: Uint8Array | null): Uint8Array[] {
    if (!bytes || refusal) return []
    const splitter = split?.()
    return filter.push(splitter ? [...splitter.push(bytes), ...splitter.end()] : [])
  }

  /** Nothing is held back once there is nothing more to come, or to be let through. */
  function last(released: Uint8Array[]): Uint8Array[] {
    if (stops && filter.hasFound) refusal ??= relayError('sensitive_words_answered')
    return refusal || tally.finished ? [...released, ...filter.end()] : released
  }

  const join = (pieces: Uint8Array[]) => (pieces.length > 0 ? Buffer.concat(pieces) : null)
  return {
    ...frames,
    push: bytes => join(last(pass(frames.push(bytes)))),
    rest: () => join([...last(pass(frames.rest())), ...filter.end()]),
    held: () => join(filter.end()),
    failed(dialect, failure) {
      const error = frames.failed(dialect, failure)
      return error === null ? null : Buffer.concat(filter.end()).toString() + error
    },
    refusal: () => refusal,
  }
}
