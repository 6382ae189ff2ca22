import type { Frame, Framing } from '../dialects/dialect.ts'
import type { Passage } from './passage.ts'

/** A passage whose upstream cuts its stream in its own way: the messages become server-sent events first. */
export const reframed = (passage: Passage, framing: Framing): Passage => ({
  ...passage,
  stream(contentType) {
    const frames = framing()
    const follower = passage.stream(contentType)
    const passOn = (cut: readonly Frame[]) =>
      cut.length > 0 ? follower.push(encoder.encode(cut.map(write).join(''))) : null
    return {
      tally: follower.tally,
      push: chunk => passOn(frames.push(chunk)),
      end() {
        const last = [passOn(frames.end()), follower.end()].filter(bytes => bytes !== null)
        return last.length > 0 ? Buffer.concat(last) : null
      },
      stop: () => follower.stop(),
    }
  },
  contentType: { stream: 'text/event-stream', whole: 'application/json' },
})

const encoder = new TextEncoder()

const write = ({ event, data }: Frame): string =>
  data === null ? '' : `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`
