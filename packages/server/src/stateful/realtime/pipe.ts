import type { Watch, Watchdog } from '../../platform/process/watchdog.ts'
import { type End, LONGEST_MESSAGE_BYTES, type Message } from '../../relay/upstream/transports/end.ts'

/** One direction of a session: messages pass one at a time, in order. */
export interface Pipe {
  push(message: Message): void
  /** Passes on more, after the destination has sent its backlog. */
  flush(): void
  /** Whether messages wait because the destination accepts none. */
  isBlocked(): boolean
  /** Calls back after the last message; no more may come. */
  finish(then: () => void): void
  /** Stops its timers. It must not be used again. */
  close(): void
}

interface PipeSetting {
  /** The source; paused while messages wait. */
  from: Pick<End, 'pause' | 'resume'>
  /** The destination. */
  to: Pick<End, 'waiting'>
  /** Handles one message, and sends it to the destination. */
  pass(message: Message): Promise<void>
  /** How long the destination may accept nothing; 0: forever. */
  patienceSeconds: number
  watchdog: Watchdog
  /** Called when the destination accepts nothing, or too little. */
  onTooSlow(): void
}

/** How much may wait at the destination before the source is paused. */
const HIGH_WATER_BYTES = 1024 * 1024
/** A paused source may still deliver what it has received. */
const MOST_QUEUED_BYTES = 2 * LONGEST_MESSAGE_BYTES

/** Pauses the source while messages wait, so that none is lost and few are in memory. */
export function makePipe({ from, to, pass, patienceSeconds, watchdog, onTooSlow }: PipeSetting): Pipe {
  const queue: Message[] = []
  let queuedBytes = 0
  let isRunning = false
  let isPaused = false
  let blocked: Watch | undefined
  let onEmpty: (() => void) | undefined

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let message = queue[0]; message !== undefined && !isFull(); message = queue[0]) {
      queue.shift()
      queuedBytes -= message.length
      await pass(message)
    }
    isRunning = false
    setPaused(queue.length > 0 || isFull())
    if (queue.length === 0) onEmpty?.()
  }

  function isFull(): boolean {
    const isOverfull = to.waiting() > HIGH_WATER_BYTES
    if (isOverfull) blocked ??= watchdog.watch(patienceSeconds * 1_000, onTooSlow)
    else {
      blocked?.done()
      blocked = undefined
    }
    return isOverfull
  }

  function setPaused(shouldPause: boolean): void {
    if (isPaused === shouldPause) return
    isPaused = shouldPause
    if (shouldPause) from.pause()
    else from.resume()
  }

  return {
    push(message) {
      queue.push(message)
      queuedBytes += message.length
      if (queuedBytes > MOST_QUEUED_BYTES) return onTooSlow()
      void run()
      setPaused(queue.length > 0 || isRunning)
    },
    flush: () => void run(),
    isBlocked: () => blocked !== undefined,
    finish(then) {
      onEmpty = then
      void run()
    },
    close() {
      blocked?.done()
    },
  }
}
