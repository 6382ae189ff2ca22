import type { Call } from '@tollgate/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { askForEvents, CallError } from './call.ts'

export interface LiveEvent {
  event: string
  data: unknown
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** A stream that lasted this long counts as a success. */
const LASTING_MS = 10_000

/**
 * Receives events until aborted. Reopens a stream that ends, after growing waits as long as none lasts, unless the
 * server refuses it for good. Each stream but the first begins with an event `reopened`: some events may have been
 * missed.
 */
export async function hearEvents(
  call: Call,
  query: Record<string, unknown>,
  { signal, onEvent }: { signal: AbortSignal; onEvent(event: LiveEvent): void },
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  let isAgain = false
  while (!signal.aborted) {
    const openedAt = performance.now()
    try {
      const response = await askForEvents(call, query, signal)
      if (isAgain) onEvent({ event: 'reopened', data: null })
      isAgain = true
      for await (const event of eventsOf(response)) if (!signal.aborted) onEvent(event)
    } catch (error) {
      if (error instanceof CallError && isFinal(error.status)) return
    }
    if (performance.now() - openedAt > LASTING_MS) waitMs = FIRST_WAIT_MS
    // Many browsers must not reconnect at the same moment.
    await waited(waitMs * (0.5 + Math.random()), signal)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 429

async function* eventsOf(response: Response): AsyncGenerator<LiveEvent> {
  const events = response.body
    // The decoder takes any bytes; its type says so only in newer libraries.
    ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
  const reader = events?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    yield { event: read.value.event ?? '', data: JSON.parse(read.value.data) }
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
