/** An event of a response's stream. Its data is JSON with `type` and `sequence_number`. */
export interface ResponseEvent {
  type: string
  number: number
  data: string
}

/** The events of a response that runs in the background, for its followers. */
export interface EventLog {
  add(event: ResponseEvent): void
  /** No more events follow. */
  end(): void
  /** Returns the stream of events after a number, including future ones. */
  after(number: number): ReadableStream<Uint8Array>
}

/** @param most the characters kept; events beyond that reach only current followers */
export function makeEventLog(most: number): EventLog {
  const events: ResponseEvent[] = []
  let size = 0
  let isOver = false
  let more = Promise.withResolvers<void>()
  const wake = () => {
    more.resolve()
    more = Promise.withResolvers<void>()
  }
  return {
    add(event) {
      size += event.data.length
      if (size > most) events.splice(0, events.length)
      if (size > most) size = event.data.length
      events.push(event)
      wake()
    },
    end() {
      isOver = true
      wake()
    },
    after(number) {
      let last = number
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            for (;;) {
              // Numbers have no gaps.
              const next = events[Math.max(0, last + 1 - (events[0]?.number ?? 0))]
              if (next) {
                last = next.number
                return controller.enqueue(writeEvent(next))
              }
              if (isOver) return controller.close()
              await more.promise
            }
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
}

const encoder = new TextEncoder()

export const writeEvent = ({ type, data }: Pick<ResponseEvent, 'type' | 'data'>): Uint8Array =>
  encoder.encode(`event: ${type}\ndata: ${data}\n\n`)
