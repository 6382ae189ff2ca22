import type { ObserverFactory, StreamObserver, StreamOptions } from '../../observers/observer.ts'
import { newTally } from '../../observers/tally.ts'
import { HEAD_BYTES, PCM_BYTES_PER_SECOND, soundSeconds } from '../../sound/length.ts'

const ENDS_IN_EVENTS = /^(?:text\/event-stream|application\/json)/

/** Responses that are sound, unless their content type says otherwise. */
export const observeSound = (events: ObserverFactory): ObserverFactory => ({
  ...events,
  stream: (options: StreamOptions) =>
    ENDS_IN_EVENTS.test(options.contentType ?? '') ? events.stream(options) : observeBytes(options.contentType),
})

/** Reads just enough of a sound to measure its length. */
function observeBytes(contentType = ''): StreamObserver {
  const tally = newTally()
  const bareRate = /pcm|l16/i.test(contentType) ? PCM_BYTES_PER_SECOND : undefined
  let head = new Uint8Array()
  return {
    tally,
    push(chunk) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      tally.outputBytes += chunk.length
      tally.soundSeconds = soundSeconds(head, tally.outputBytes, bareRate)
      tally.produced = true
      return chunk
    },
    end() {
      tally.finished = true
      return null
    },
    // sound has no marker for being cut short
    stop: () => new Uint8Array(),
  }
}
