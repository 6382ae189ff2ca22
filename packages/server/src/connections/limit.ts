import { readFileSync } from 'node:fs'
import type { Options } from '../options/index.ts'

/** Descriptors kept for the database, files and the console. */
const RESERVED = 48

/** How many descriptors this process may have open; infinite where the system does not tell. */
export const descriptorLimit = readDescriptorLimit()

/** The limit of connections, and of concurrent calls: each call needs a second descriptor for its upstream. */
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
