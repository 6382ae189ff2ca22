import type { Report } from './report.ts'

/** Names of server-run, billed tools in usage objects, by canonical name. */
const REQUESTS_OF: Readonly<Record<string, string>> = {
  web_search: 'web_search_requests',
  file_search: 'file_search_requests',
}
const REQUESTS = Object.entries(REQUESTS_OF)

/** Returns the calls counted under `place`; tools that were not called are left out. */
export function readToolRequests(report: Report, place: string): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const [tool, name] of REQUESTS) {
    const calls = report.count(`${place}.${name}`)
    if (calls > 0) counted[tool] = calls
  }
  return counted
}

/** Returns the same, written under `place`; nothing if no tool was called. */
export function writeToolRequests(toolCalls: Readonly<Record<string, number>>, place: string): Record<string, object> {
  const counted = Object.entries(REQUESTS_OF).flatMap(([tool, name]) => {
    const calls = toolCalls[tool] ?? 0
    return calls > 0 ? [[name, calls] as const] : []
  })
  return counted.length > 0 ? { [place]: Object.fromEntries(counted) } : {}
}
