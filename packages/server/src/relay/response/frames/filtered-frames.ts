import type { AnswerFilter } from '@tollgate/gateway'
import type { ApiError } from '../../../platform/http/api-error.ts'
import { relayError } from '../../call/relay-error.ts'
import type { StreamedResponse } from '../upstream-response.ts'
import type { OutgoingFrames } from './sse-frames.ts'

/** How an answer's words are checked. */
export interface Screening {
  filter: AnswerFilter
  /** Whether a forbidden word ends the answer; if not, it is masked. */
  stops: boolean
}

/** Masks forbidden words in outgoing frames, or ends the stream after the first one. */
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

  /** Releases what is held back once the answer has ended or is refused. */
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
