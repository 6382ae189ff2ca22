import { type LimitTable, refusing } from './limits.ts'
import { NO_MCP, NO_SEARCH } from './losses.ts'

/**
 * Requests that only the client's own provider can meet and that would change without it, in groups that upstreams
 * list.
 */

const MESSAGES = ['anthropic-messages']
const RESPONSES = ['openai-responses']

export const ofMessages = {
  thread: refusing(
    '"thread"',
    'this model’s provider keeps no threads; send the whole conversation without `thread`',
    MESSAGES,
  ),
  mcpServers: refusing('"mcp_servers"', NO_MCP, MESSAGES),
  mcpToolset: refusing('tool mcp_toolset', NO_MCP, MESSAGES),
} satisfies LimitTable

export const ofResponses = {
  mcpTool: refusing('tool mcp', NO_MCP, RESPONSES),
  compaction: refusing(
    'part compaction',
    'only the provider that made a compaction can open it; send the conversation itself, or a summary as text',
    RESPONSES,
  ),
} satisfies LimitTable

/** For a request that asks only for a search; next to functions the search is left out. */
export const noSearch = { searchAlone: refusing('tool web_search', NO_SEARCH) } satisfies LimitTable

/** For clients that do not speak the upstream's own format. */
export const noForeignSearch = { foreignSearchAlone: noSearch.searchAlone } satisfies LimitTable
