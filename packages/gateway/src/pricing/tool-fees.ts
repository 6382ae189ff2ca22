import type { COUNTED_TOOLS } from '../usage/tool-requests.ts'

type CountedTool = (typeof COUNTED_TOOLS)[number]

/** US dollars per thousand searches if a price names none. */
export const TOOL_PRICES = { web_search: 10, file_search: 2.5 }

/**
 * US dollars for a thousand uses of what else an upstream runs and bills beside tokens, where a price does not name it:
 *
 * - `code_interpreter`: a container with 1 GB, or as much memory as the name says; also of `shell`.
 *   https://platform.openai.com/docs/pricing (built-in tools)
 * - `image_generation_…`: an image of gpt-image-1 by quality, at its dearest size; `_input` and `_output`: a thousand tokens of its
 *   images, where the answer counts them. https://platform.openai.com/docs/pricing (image generation)
 * - `google_maps`: a prompt grounded with Google Maps. https://ai.google.dev/gemini-api/docs/pricing
 * - `code_execution`: five minutes of a container, the least that is billed. https://platform.claude.com/docs/en/about-claude/pricing
 * - `x_search`, `collections_search`, `live_search_source`: https://docs.x.ai/docs/models (tools)
 * - `search_query`, `citation_text`, `research_reasoning`: a search of Sonar Deep Research, and a thousand tokens of what it cites and
 *   thinks, which its token counts leave out. https://docs.perplexity.ai/getting-started/pricing
 */
export const OTHER_FEES: Readonly<Record<Exclude<CountedTool, keyof typeof TOOL_PRICES>, number>> = {
  code_interpreter: 30,
  code_interpreter_4g: 120,
  code_interpreter_16g: 480,
  code_interpreter_64g: 1920,
  image_generation_low: 16,
  image_generation_medium: 63,
  image_generation_high: 250,
  image_generation_input: 10,
  image_generation_output: 40,
  google_maps: 25,
  code_execution: 4.17,
  x_search: 5,
  collections_search: 2.5,
  live_search_source: 25,
  search_query: 5,
  citation_text: 2,
  research_reasoning: 3,
}

/**
 * Returns the US dollars per thousand uses of a tool: the price's, otherwise the published one, otherwise that of the
 * price's dearest search. Undefined: tools are free.
 */
export function feeOf(toolPrices: Readonly<Record<string, number>>, tool: string): number | undefined {
  if (Object.hasOwn(toolPrices, tool)) return toolPrices[tool]
  const entries = Object.entries(toolPrices)
  if (entries.length === 0) return undefined
  if (hasOwn(tool)) return OTHER_FEES[tool]
  const searches = entries.filter(([name]) => !hasOwn(name)).map(([, price]) => price)
  return Math.max(...(searches.length > 0 ? searches : Object.values(TOOL_PRICES)))
}

const hasOwn = (tool: string): tool is keyof typeof OTHER_FEES => Object.hasOwn(OTHER_FEES, tool)
