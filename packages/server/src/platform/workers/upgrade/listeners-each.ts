import type { Predecessor } from './predecessor.ts'

/**
 * On how many sockets each process listens: together on no fewer than the server they take over from, so that there is one
 * to name for each that it closes.
 */
export const listenersEach = (processes: number, predecessor: Predecessor | null): number =>
  Math.max(1, Math.ceil((predecessor?.listeners ?? 0) / processes))
