import type { VideoRequest } from '../../../vendor.ts'

/**
 * Returns a client's options in the vendor's own words: those of the list, spelled so. Others do not go up, because
 * nobody knows what they cost.
 */
export const optionsOf = ({ metadata }: VideoRequest, known: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => known.includes(name)))
