import { customAsFunction } from '../../canonical/custom-tools.ts'
import type { CanonicalRequest, FunctionTool, ServerTool, Tool, ToolChoice } from '../../canonical/request.ts'
import { asArray, asObject, asText, type JsonObject, lookUp } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseMembers, loseServerTool } from '../common/losses.ts'
import { limits } from './limits.ts'
import { holdsToSchemas } from './models.ts'

const DIALECT = 'anthropic-messages'

/** `tools` and `tool_choice`. */
export function writeTools(request: CanonicalRequest, model: string, losses: Loss[]): JsonObject {
  const { toolChoice: choice, parallelToolCalls } = request.parameters
  // only the allowed ones are sent, because Messages cannot allow several by name
  const all = request.dialect === DIALECT ? [...request.tools, ...(request.deferredTools ?? [])] : request.tools
  const shown = choice?.type === 'allowed' ? all.filter(tool => isNamed(tool, choice.names)) : all
  if (choice?.type === 'allowed') note(losses, limits.allowedTools)
  const tools = shown.flatMap(tool => writeTool(request, tool, model, losses))
  if (tools.length === 0) return {}
  const alone = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {}
  if (!choice && parallelToolCalls !== false) return { tools }
  const written = writeChoice(choice ?? { type: 'auto' })
  return { tools, tool_choice: written.type === 'none' ? written : { ...written, ...alone } }
}

const isNamed = (tool: Tool, names: readonly string[]) => tool.type === 'server' || names.includes(tool.name)

function writeChoice(choice: ToolChoice): JsonObject {
  switch (choice.type) {
    case 'required':
      return { type: 'any' }
    case 'tool':
      return { type: 'tool', name: choice.name }
    case 'allowed':
      return { type: choice.required ? 'any' : 'auto' }
    default:
      return { type: choice.type }
  }
}

function writeTool(request: CanonicalRequest, tool: Tool, model: string, losses: Loss[]): JsonObject[] {
  if (tool.type === 'server') return writeServerTool(tool, request, losses)
  if (tool.type === 'function') return [writeFunction(request, tool, model, losses)]
  if (tool.format !== undefined) note(losses, limits.grammar)
  return [writeFunction(request, customAsFunction(tool), model, losses)]
}

function writeFunction(request: CanonicalRequest, tool: FunctionTool, model: string, losses: Loss[]): JsonObject {
  const isOwn = request.dialect === DIALECT
  const keepsStrict = isOwn || (tool.strict === true && holdsToSchemas(model))
  if (tool.strict && !keepsStrict) note(losses, limits.strictness)
  if (!isOwn) loseMembers('tool ', tool.extras ?? {}, request.dialect, losses)
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    input_schema: { type: 'object', ...(tool.schema ?? { properties: {} }) },
    ...(keepsStrict && tool.strict !== undefined && { strict: tool.strict }),
    ...(tool.cache && { cache_control: { type: 'ephemeral', ...tool.cache } }),
    ...(isOwn && { ...tool.extras, ...tool.native?.value }),
  }
}

function writeServerTool(tool: ServerTool, request: CanonicalRequest, losses: Loss[]): JsonObject[] {
  if (tool.dialect === DIALECT) return [tool.value as JsonObject] // this dialect read it from an object
  if (tool.kind === 'web_search') return [writeWebSearch(asObject(tool.value) ?? {})]
  loseServerTool(tool, request, losses)
  return []
}

const USES_OF: Readonly<Record<string, number>> = { low: 1, medium: 5, high: 10 }

/** From the options of OpenAI's Chat or Responses. */
function writeWebSearch(options: JsonObject): JsonObject {
  const uses = lookUp(USES_OF, options.search_context_size)
  const location = asObject(options.user_location)
  const place = asObject(location?.approximate) ?? location
  const domains = asArray(asObject(options.filters)?.allowed_domains).flatMap(domain => asText(domain) ?? [])
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    ...(uses && { max_uses: uses }),
    ...(place && { user_location: { ...place, type: 'approximate' } }),
    ...(domains.length > 0 && { allowed_domains: domains }),
  }
}
