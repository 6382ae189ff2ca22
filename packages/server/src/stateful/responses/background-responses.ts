import type { Logger } from 'pino'
import type { EventLog } from './events.ts'
import type { StoredResponses } from './store/index.ts'

/** A response that is made in the background by this process. */
export interface BackgroundResponse {
  userId: number
  id: string
  events: EventLog
  /** Ends it: nobody wants it any more. */
  cancel(): void
}

/** The responses that this process makes in the background, and for a while those it has made. */
export interface BackgroundResponses {
  add(response: BackgroundResponse): void
  /** It has ended; those who follow may still read its events for a while. */
  ended(response: BackgroundResponse): void
  find(userId: number, id: string): BackgroundResponse | undefined
  /** Stops telling that they are being made. */
  close(): void
}

/** How often this process says that it still makes them, and asks whether they are wanted. */
const BEAT_MS = 2_000
/** Silent for so long, the process that made a response is taken for dead. */
export const SILENT_SECONDS = 60
/** How long, and of how many, events can be read after the end. */
const FOLLOWED_MS = 60_000
const MOST_FOLLOWED = 100

export function makeBackgroundResponses(
  responses: Pick<StoredResponses, 'stillMaking'>,
  log: Pick<Logger, 'error'>,
): BackgroundResponses {
  const running = new Map<string, BackgroundResponse>()
  const ended = new Map<string, { response: BackgroundResponse; until: number }>()
  let beat: Timer | undefined

  async function sayAndAsk(): Promise<void> {
    for (const [id, { until }] of ended) if (until <= performance.now()) ended.delete(id)
    if (running.size === 0 && ended.size === 0) return stop()
    if (running.size === 0) return
    try {
      const unwanted = await responses.stillMaking([...running.keys()])
      for (const id of unwanted) running.get(id)?.cancel()
    } catch (error) {
      log.error({ err: error }, 'responses in the background could not be looked after')
    }
  }
  function stop(): void {
    clearInterval(beat)
    beat = undefined
  }

  return {
    add(response) {
      running.set(response.id, response)
      beat ??= setInterval(() => void sayAndAsk(), BEAT_MS)
    },
    ended(response) {
      running.delete(response.id)
      if (ended.size < MOST_FOLLOWED) ended.set(response.id, { response, until: performance.now() + FOLLOWED_MS })
    },
    find(userId, id) {
      const found = running.get(id) ?? ended.get(id)?.response
      return found?.userId === userId ? found : undefined
    },
    close: stop,
  }
}
