import type { LogRow } from './api.ts'

/** Seconds; rows of earlier versions only have whole ones. */
export const durationOf = ({ duration_ms, use_time }: LogRow): number =>
  duration_ms > 0 ? duration_ms / 1000 : use_time

/** The rate of the answer after its first token; null if it is too short to measure. */
export function tokensPerSecond(row: LogRow): number | null {
  const { frt = 0 } = row.details
  const seconds = durationOf(row) - (row.is_stream ? Math.max(0, frt) / 1000 : 0)
  return row.completion_tokens < LEAST_TOKENS || seconds < LEAST_SECONDS ? null : row.completion_tokens / seconds
}

const LEAST_TOKENS = 10
const LEAST_SECONDS = 0.1

export type Pace = 'good' | 'slow' | 'bad'

/** A whole call: under 101 s is good, under 300 s slow. */
export const paceOfCall = (seconds: number): Pace => (seconds < 101 ? 'good' : seconds < 300 ? 'slow' : 'bad')

/** The first token: under 3 s is good, under 10 s slow. */
export const paceOfFirstToken = (seconds: number): Pace => (seconds < 3 ? 'good' : seconds < 10 ? 'slow' : 'bad')
