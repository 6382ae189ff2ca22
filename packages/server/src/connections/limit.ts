import { readFileSync } from 'node:fs'
import type { Options } from '../options/index.ts'

/** The database, files and the console need some. */
const RESERVED = 48

/** How many descriptors this process may have open, where the system says so. */
export const descriptorLimit = readDescriptorLimit()

/** How many connections there may be, and calls at a time: each call takes another descriptor for its upstream. */
export const connectionLimit = (options: Options): number =>
  options.get('connection_setting.total') || Math.max(1, Math.floor((descriptorLimit - RESERVED) / 2))

function readDescriptorLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(limit) || Number.POSITIVE_INFINITY
  } catch {
    // Not Linux.
    return Number.POSITIVE_INFINITY
  }
}
