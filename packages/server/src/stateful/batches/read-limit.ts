import { relayError } from '../../relay/call/relay-error.ts'

/** Reads a list's `limit` from the query. @throws ApiError */
export function readLimit(query: URLSearchParams, { usual, most }: { usual: number; most: number }): number {
  const text = query.get('limit')
  if (text === null || text === '') return usual
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit
  throw relayError('count_out_of_range', { name: 'limit', most })
}
