import type { Report } from './report.ts'

/** How usage objects name the calls of tools the upstream runs and bills itself, by their canonical names. */
const REQUESTS_OF: Readonly<Record<string, string>> = {
  web_search: 'web_search_requests',
  file_search: 'file_search_requests',
}
const REQUESTS = Object.entries(REQUESTS_OF)

/** Returns the calls counted under `place`; a tool that was not called is not named. */
export function readToolRequests(report: Report, place: string): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const [tool, name] of REQUESTS) {
    const calls = report.count(`${place}.${name}`)
    if (calls > 0) counted[tool] = calls
  }
  return counted
}

/** Returns the same, written under `place`; nothing where no tool was called. */
export function writeToolRequests(toolCalls: Readonly<Record<string, number>>, place: string): Record<string, object> {
  const counted = Object.entries(REQUESTS_OF).flatMap(([tool, name]) => {
    const calls = toolCalls[tool] ?? 0
    return calls > 0 ? [[name, calls] as const] : []
  })
  return counted.length > 0 ? { [place]: Object.fromEntries(counted) } : {}
}
