import type { Predecessor } from './predecessor.ts'

/**
 * How many sockets each process listens on. Together they need at least as many as the server they take over from, so
 * that each socket it closes has a successor.
 */
export const listenersEach = (processes: number, predecessor: Predecessor | null): number =>
  Math.max(1, Math.ceil((predecessor?.listeners ?? 0) / processes))
