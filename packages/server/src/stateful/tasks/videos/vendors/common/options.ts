import type { VideoRequest } from '../../../vendor.ts'

/**
 * Returns a client's options for the vendor: those on the list, in exactly this spelling. Others are not sent, because their
 * cost is unknown.
 */
export const optionsOf = ({ metadata }: VideoRequest, known: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => known.includes(name)))
