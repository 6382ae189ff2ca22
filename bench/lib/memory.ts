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
  await askForMemory(watched)
  await sleep(SETTLING_MS)
  return { ...(await askForMemory(watched)), sockets: socketsOf(watched.pid ?? 0) }
}

async function askForMemory(watched: Gateway['process']): Promise<MemoryInUse> {
  const answer = once(watched, 'message')
  watched.send('memory')
  const [memory] = await answer
  return memory as MemoryInUse // its only answer
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
