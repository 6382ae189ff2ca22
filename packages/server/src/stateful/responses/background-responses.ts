import type { Logger } from 'pino'
import type { EventLog } from './events.ts'
import { type StoredResponse, type StoredResponses, UNFINISHED } from './store/index.ts'

/** A response that this process generates in the background. */
export interface BackgroundResponse {
  userId: number
  id: string
  events: EventLog
  /** Ends it because it is no longer wanted. */
  cancel(): void
}

/** The responses that this process generates in the background, and those it recently finished. */
export interface BackgroundResponses {
  add(response: BackgroundResponse): void
  /** Notes that it has ended; followers may read its events for a while. */
  ended(response: BackgroundResponse): void
  find(userId: number, id: string): BackgroundResponse | undefined
  /** Stops reporting that they are running. */
  close(): void
}

/** How often this process reports its running responses and checks whether they are still wanted. */
const BEAT_MS = 2_000
/** After this silence, the process of a response counts as dead. */
const SILENT_SECONDS = 60
/** How long events can be read after the end, and for how many responses. */
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
      log.error({ err: error }, 'responses in the background could not be checked')
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

export const isUnfinished = ({ status }: StoredResponse): boolean => (UNFINISHED as readonly string[]).includes(status)

/** Whether the process of an unfinished response has died. */
export const isAbandoned = (found: StoredResponse, now: number): boolean =>
  isUnfinished(found) && found.seenAt <= now - SILENT_SECONDS
