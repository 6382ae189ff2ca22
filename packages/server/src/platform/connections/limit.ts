import { readFileSync } from 'node:fs'
import type { Options } from '../options/index.ts'
import { shareOf } from '../workers/share-of.ts'

/** Descriptors kept for the database, files and the console. */
const RESERVED = 48

/** How many descriptors this process may open; infinite if the system does not say. */
export const descriptorLimit = readDescriptorLimit()

/**
 * The connection limit of this process, which also limits concurrent calls: each call needs a second descriptor for its
 * upstream. Workers divide the operator's limit; each has its own descriptors.
 */
export const connectionLimit = (options: Options, workers: number): number =>
  shareOf(options.get('connection_setting.total'), workers) || Math.max(1, Math.floor((descriptorLimit - RESERVED) / 2))

/** How many connections without an admitted call one address may have to this process; 0: no limit. */
export const addressLimit = (options: Options, workers: number): number =>
  shareOf(options.get('connection_setting.per_address'), workers)

function readDescriptorLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(limit) || Number.POSITIVE_INFINITY
  } catch {
    // Not Linux.
    return Number.POSITIVE_INFINITY
  }
}
