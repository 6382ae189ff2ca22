import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MemoryInUse } from '../tools/watched-gateway.ts'
import type { Gateway } from './gateway.ts'

/** The memory and descriptors of a process. */
export interface Held extends MemoryInUse {
  sockets: number
}

/** The allocator returns freed memory a moment later. */
const SETTLING_MS = 1_500

/** Measures a watched gateway after garbage collection. */
export async function measureMemory({ process: watched }: Pick<Gateway, 'process'>): Promise<Held> {
  await ask<MemoryInUse>(watched, 'memory')
  await sleep(SETTLING_MS)
  return { ...(await ask<MemoryInUse>(watched, 'memory')), sockets: socketsOf(watched.pid ?? 0) }
}

/** Returns the bytes of the heap's blocks of a watched gateway. */
export const heapBlocks = ({ process: watched }: Pick<Gateway, 'process'>): Promise<number> => ask(watched, 'blocks')

async function ask<Answer>(watched: Gateway['process'], what: 'memory' | 'blocks'): Promise<Answer> {
  const answer = once(watched, 'message')
  watched.send(what)
  const [told] = await answer
  return told as Answer // its only answer
}

/** Returns nothing for a descriptor closed after it was listed. */
function socketsOf(processId: number): number {
  const isSocket = (descriptor: string) => {
    try {
      return readlinkSync(`/proc/${processId}/fd/${descriptor}`).startsWith('socket:')
    } catch {
      return false
    }
  }
  return readdirSync(`/proc/${processId}/fd`).filter(isSocket).length
}
