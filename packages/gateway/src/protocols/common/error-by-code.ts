import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asCode } from '../../raw/json.ts'
import { failure } from './plain-answer.ts'

/** The beginnings of a host's error codes, with their HTTP statuses; the first match counts. */
export type CodeStatuses = readonly (readonly [start: string, status: number])[]

/** Returns an error of a host with its own codes. */
export function errorByCode(message: string | null, told: unknown, statuses: CodeStatuses): UpstreamError {
  const code = asCode(told)
  return failure(message, code, statuses.find(([start]) => code?.startsWith(start))?.[1] ?? 502)
}
