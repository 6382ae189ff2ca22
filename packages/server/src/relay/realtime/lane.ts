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
export interface Lane {
  push(message: Message): void
  /** What it leads to has taken what was waiting there. */
  moveOn(): void
  /** Nothing more comes: calls back once the last has passed. */
  finish(then: () => void): void
}

interface Way {
  from: Pick<End, 'pause' | 'resume'>
  to: Pick<End, 'waiting'>
  pass(message: Message): Promise<void>
  /** Messages wait because nobody takes them, or no longer do. */
  onStuck(isStuck: boolean): void
  /** More waits than is held, though the sender was asked to stop. */
  onFlood(): void
}

/** What may wait at the end of a lane before its sender is held back. */
const HIGH_WATER_BYTES = 1024 * 1024
/** The longest message: OpenAI takes 15 MiB of sound in one. */
export const LONGEST_MESSAGE_BYTES = 16 * 1024 * 1024
/** What arrives after the sender was asked to stop was under way already. */
const MOST_HELD_BYTES = 2 * LONGEST_MESSAGE_BYTES

export function makeLane({ from, to, pass, onStuck, onFlood }: Way): Lane {
  const held: Message[] = []
  let heldBytes = 0
  let isRunning = false
  let isStuck = false
  let onEmpty: (() => void) | undefined

  const isFull = () => to.waiting() > HIGH_WATER_BYTES

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let message = held[0]; message !== undefined && !isFull(); message = held[0]) {
      held.shift()
      heldBytes -= message.length
      await pass(message)
    }
    isRunning = false
    if (isStuck !== isFull()) {
      isStuck = !isStuck
      onStuck(isStuck)
    }
    if (held.length > 0) return
    onEmpty?.()
    if (!isStuck) from.resume()
  }

  return {
    push(message) {
      held.push(message)
      heldBytes += message.length
      if (heldBytes > MOST_HELD_BYTES) return onFlood()
      if (isRunning || isFull()) from.pause()
      void run()
    },
    moveOn: () => void run(),
    finish(then) {
      onEmpty = then
      void run()
    },
  }
}
