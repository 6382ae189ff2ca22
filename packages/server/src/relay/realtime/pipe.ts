import type { Watch, Watchdog } from '../../watchdog.ts'

/** A whole message: text, or bytes. */
export type Message = string | Uint8Array

/** One end of a session: a socket, the client's or the upstream's. */
export interface End {
  send(message: Message): void
  /** Bytes it was given that have not left yet. */
  waiting(): number
  /** Holds its sender back. */
  pause(): void
  resume(): void
  close(code: number, reason: string): void
}

/** One way of a session: messages pass one at a time, in order. */
export interface Pipe {
  push(message: Message): void
  /** What it leads to has taken what was waiting there. */
  moveOn(): void
  /** Messages wait, because what it leads to takes nothing. */
  isStuck(): boolean
  /** Nothing more comes: calls back once the last has passed. */
  finish(then: () => void): void
  /** It is used no more. */
  close(): void
}

interface RequestStrategy {
  from: Pick<End, 'pause' | 'resume'>
  to: Pick<End, 'waiting'>
  pass(message: Message): Promise<void>
  /** How long what it leads to may take nothing; 0: for ever. */
  patienceSeconds: number
  watchdog: Watchdog
  /** What it leads to takes nothing, or too little. */
  onTooSlow(): void
}

/** What may wait at the end of a lane before its sender is held back. */
const HIGH_WATER_BYTES = 1024 * 1024
/** The longest message: OpenAI takes 15 MiB of sound in one. */
export const LONGEST_MESSAGE_BYTES = 16 * 1024 * 1024
/** What arrives after its sender was held back was under way already. */
const MOST_HELD_BYTES = 2 * LONGEST_MESSAGE_BYTES

export function makePipe({ from, to, pass, patienceSeconds, watchdog, onTooSlow }: RequestStrategy): Pipe {
  const held: Message[] = []
  let heldBytes = 0
  let isRunning = false
  let isHoldingBack = false
  let stuck: Watch | undefined
  let onEmpty: (() => void) | undefined

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let message = held[0]; message !== undefined && !isFull(); message = held[0]) {
      held.shift()
      heldBytes -= message.length
      await pass(message)
    }
    isRunning = false
    holdBack(held.length > 0 || isFull())
    if (held.length === 0) onEmpty?.()
  }

  function isFull(): boolean {
    const isNow = to.waiting() > HIGH_WATER_BYTES
    if (isNow) stuck ??= watchdog.watch(patienceSeconds * 1_000, onTooSlow)
    else {
      stuck?.done()
      stuck = undefined
    }
    return isNow
  }

  function holdBack(wanted: boolean): void {
    if (isHoldingBack === wanted) return
    isHoldingBack = wanted
    if (wanted) from.pause()
    else from.resume()
  }

  return {
    push(message) {
      held.push(message)
      heldBytes += message.length
      if (heldBytes > MOST_HELD_BYTES) return onTooSlow()
      void run()
      holdBack(held.length > 0 || isRunning)
    },
    moveOn: () => void run(),
    isStuck: () => stuck !== undefined,
    finish(then) {
      onEmpty = then
      void run()
    },
    close() {
      stuck?.done()
    },
  }
}
