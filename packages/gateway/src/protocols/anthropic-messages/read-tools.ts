import type { FunctionTool, OfferedTool, Tool, Turn } from '../../canonical/request.ts'
import { asObject, asText, type JsonObject } from '../../raw/json.ts'
import { cacheMark } from './read-content.ts'

/**
 * Returns the tools of a request. Deferred ones that no result has loaded are separate, unless the provider should
 * search for them: no other provider would, so all are offered.
 */
export function readTools(
  tools: readonly JsonObject[],
  turns: readonly Turn[],
): { tools: Tool[]; deferredTools?: OfferedTool[] } {
  const isSearched = tools.some(tool => SERVER_SEARCH.test(asText(tool.type) ?? ''))
  const loaded = isSearched ? null : loadedNames(turns)
  const isDeferred = (tool: JsonObject) =>
    loaded !== null && tool.defer_loading === true && !loaded.has(asText(tool.name) ?? '')
  const deferredTools = tools
    .filter(isDeferred)
    .map(readTool)
    .filter(tool => tool.type !== 'server')
  return {
    tools: tools.filter(tool => !isDeferred(tool)).map(readTool),
    ...(deferredTools.length > 0 && { deferredTools }),
  }
}

/** https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/tool-search-tool */
const SERVER_SEARCH = /^tool_search_tool_/

/** Returns the names of the tools loaded by the client's own searches. */
function loadedNames(turns: readonly Turn[]): ReadonlySet<unknown> {
  const results = turns.flatMap(turn => turn.parts.flatMap(part => (part.type === 'tool-result' ? part.parts : [])))
  return new Set(
    results.flatMap(part =>
      part.type === 'text' && part.native?.value.type === 'tool_reference' ? [part.native.value.tool_name] : [],
    ),
  )
}

function readTool(wire: JsonObject): Tool {
  const type = asText(wire.type)
  if (type !== null && type !== 'custom') {
    const kind = type.startsWith('web_search_') ? 'web_search' : type
    return { type: 'server', kind, dialect: 'anthropic-messages', value: wire }
  }
  const {
    name,
    description,
    input_schema,
    strict,
    cache_control: _mark,
    type: _custom,
    defer_loading,
    ...extras
  } = wire
  const schema = asObject(input_schema)
  const cache = cacheMark(wire)
  return {
    type: 'function',
    name: asText(name) ?? '',
    ...(typeof description === 'string' && { description }),
    ...(schema && { schema }),
    ...(typeof strict === 'boolean' && { strict }),
    ...(cache && { cache }),
    ...(Object.keys(extras).length > 0 && { extras }),
    ...(typeof defer_loading === 'boolean' && {
      native: { dialect: 'anthropic-messages', value: { defer_loading } },
    }),
  } satisfies FunctionTool
}
