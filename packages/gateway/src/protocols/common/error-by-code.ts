import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asCode } from '../../raw/json.ts'
import { failure } from './plain-answer.ts'

/** How a host's codes begin, and the status of each; the first match counts. */
export type CodeStatuses = readonly (readonly [start: string, status: number])[]

/** Returns an error of a host that uses codes of its own. */
export function errorByCode(message: string | null, told: unknown, statuses: CodeStatuses): UpstreamError {
  const code = asCode(told)
  return failure(message, code, statuses.find(([start]) => code?.startsWith(start))?.[1] ?? 502)
}
