import type { Report } from './report.ts'

/** Tools that upstreams run and bill. Usage objects count their calls as `web_search_requests` and so on. */
export const COUNTED_TOOLS = [
  'web_search',
  'file_search',
  'code_interpreter',
  'code_interpreter_4g',
  'code_interpreter_16g',
  'code_interpreter_64g',
  'image_generation_low',
  'image_generation_medium',
  'image_generation_high',
  'image_generation_input',
  'image_generation_output',
  'google_maps',
  'code_execution',
  'x_search',
  'collections_search',
  'live_search_source',
  'search_query',
  'citation_text',
  'research_reasoning',
] as const

/** Where hosts of OpenAI's dialects count calls of their tools, by canonical name. */
const PLACES: readonly (readonly [tool: string, ...places: string[]])[] = [
  [
    'web_search',
    'server_tool_use.web_search_requests',
    'server_side_tool_usage_details.web_search_calls', // xAI
    'tool_usage.web_search', // Doubao
    'plugins.search.count', // Qwen
    'x_tools.web_search.count',
  ],
  ['file_search', 'server_side_tool_usage_details.file_search_calls'],
  ['x_search', 'server_side_tool_usage_details.x_search_calls'],
  ['collections_search', 'server_side_tool_usage_details.document_search_calls'],
  ['live_search_source', 'num_sources_used'], // xAI
  ['search_query', 'num_search_queries'], // Perplexity
]

/** The first members of these places: most usages have none of them and are not searched further. */
const BEGINNINGS = [
  ...new Set(PLACES.flatMap(([, ...places]) => places.map(place => place.replace(/\..*/, '')))),
  'citation_tokens',
]

/** Returns the calls counted under `place`; tools that were not called are left out. */
export function readToolRequests(report: Report, place: string): Record<string, number> {
  if (!report.has(place)) return {}
  return counted(COUNTED_TOOLS.map(tool => [tool, report.count(`${place}.${tool}_requests`)]))
}

/** Returns the calls counted by a usage of OpenAI's dialects, from any host. */
export function readToolCalls(report: Report): Record<string, number> {
  const requests = readToolRequests(report, 'server_tool_use_details') // OpenRouter
  if (!BEGINNINGS.some(report.has)) return requests
  const calls = PLACES.map(([tool, ...places]) => [tool, report.count(...places)] as const)
  return { ...requests, ...counted([...calls, ...readResearch(report)]) }
}

/** The reading and thinking of Sonar Deep Research is outside the prompt and the completion: in thousands of tokens. */
function readResearch(report: Report): (readonly [tool: string, thousands: number])[] {
  if (!report.has('citation_tokens')) return []
  return [
    ['citation_text', Math.ceil(report.count('citation_tokens') / 1_000)],
    ['research_reasoning', Math.ceil(report.count('reasoning_tokens') / 1_000)],
  ]
}

const counted = (calls: readonly (readonly [string, number])[]): Record<string, number> =>
  Object.fromEntries(calls.filter(([, count]) => count > 0))

/** Returns the same calls, written under `place`; empty if no tool was called. */
export function writeToolRequests(toolCalls: Readonly<Record<string, number>>, place: string): Record<string, object> {
  const written = COUNTED_TOOLS.flatMap(tool => {
    const calls = toolCalls[tool] ?? 0
    return calls > 0 ? [[`${tool}_requests`, calls] as const] : []
  })
  return written.length > 0 ? { [place]: Object.fromEntries(written) } : {}
}
