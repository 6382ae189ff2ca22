import type { Frame, Framing } from '../protocols/common/dialect.ts'
import type { ResponsePipeline } from './pipeline.ts'

/** Returns a pipeline for an upstream with its own stream framing, whose messages become server-sent events first. */
export const reframed = (pipeline: ResponsePipeline, framing: Framing): ResponsePipeline => ({
  ...pipeline,
  stream(contentType) {
    const frames = framing()
    const observer = pipeline.stream(contentType)
    const passOn = (cut: readonly Frame[]) =>
      cut.length > 0 ? observer.push(encoder.encode(cut.map(write).join(''))) : null
    return {
      tally: observer.tally,
      push: chunk => passOn(frames.push(chunk)),
      end() {
        const last = [passOn(frames.end()), observer.end()].filter(bytes => bytes !== null)
        return last.length > 0 ? Buffer.concat(last) : null
      },
      stop: () => observer.stop(),
    }
  },
  contentType: { stream: 'text/event-stream', whole: 'application/json' },
})

const encoder = new TextEncoder()

const write = ({ event, data }: Frame): string =>
  data === null ? '' : `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`
