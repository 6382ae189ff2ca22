import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MemoryInUse } from '../tools/watched-gateway.ts'
import type { Gateway } from './gateway.ts'

/** What a process holds. */
export interface Held extends MemoryInUse {
  sockets: number
}

/** The allocator gives back what was freed a moment later. */
const SETTLING_MS = 1_500

/** What a watched gateway holds once its garbage is collected. */
export async function measureMemory({ process: watched }: Pick<Gateway, 'process'>): Promise<Held> {
  await askForMemory(watched)
  await sleep(SETTLING_MS)
  return { ...(await askForMemory(watched)), sockets: socketsOf(watched.pid ?? 0) }
}

async function askForMemory(watched: Gateway['process']): Promise<MemoryInUse> {
  const answer = once(watched, 'message')
  watched.send('memory')
  const [memory] = await answer
  return memory as MemoryInUse // the one thing it says
}

/** A descriptor may be closed between being listed and being read. */
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
