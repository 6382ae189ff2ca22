import { closeSync, openSync } from 'node:fs'
import { loadLibc } from '../process/libc.ts'

const FUNCTIONS = { flock: { args: ['i32', 'i32'], returns: 'i32' } } as const
/** Source: `LOCK_EX | LOCK_NB` of Linux. */
const EXCLUSIVE_AT_ONCE = 2 | 4

let libc: ReturnType<typeof loadLibc<typeof FUNCTIONS>> | undefined

/**
 * Locks an open file until it is closed or its process ends in any way. Does nothing if the system has no such lock.
 */
export function lockFile(descriptor: number): boolean {
  libc ??= loadLibc(FUNCTIONS)
  return libc === null || libc.flock(descriptor, EXCLUSIVE_AT_ONCE) === 0
}

/** Whether a living process, even a frozen one, has the file locked. */
export function isFileLocked(path: string): boolean {
  const descriptor = openSync(path, 'r')
  try {
    return !lockFile(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
