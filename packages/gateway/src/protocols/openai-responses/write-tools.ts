import type {
  CanonicalRequest,
  CustomTool,
  FunctionTool,
  ServerTool,
  Tool,
  ToolChoice,
} from '../../canonical/request.ts'
import { asArray, asObject, asText, type JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseMembers, loseServerTool } from '../common/losses.ts'
import { limits } from './limits.ts'

/** `tools` and `tool_choice`. */
export function writeTools(request: CanonicalRequest, losses: Loss[]): JsonObject {
  const own = request.dialect === 'openai-responses' ? (request.deferredTools ?? []) : []
  const tools = regroup([...request.tools, ...own].flatMap(tool => writeTool(request, tool, losses)))
  const choice = request.parameters.toolChoice
  return {
    ...(tools.length > 0 && { tools }),
    ...(choice && tools.length > 0 && { tool_choice: writeToolChoice(choice, request.tools) }),
  }
}

function writeTool(request: CanonicalRequest, tool: Tool, losses: Loss[]): JsonObject[] {
  if (tool.type === 'server') return writeServerTool(tool, request, losses)
  const isOwn = request.dialect === 'openai-responses'
  const native = isOwn ? tool.native : undefined
  if (native?.isInConversation) return []
  if (native?.value.type !== undefined) return [native.value]
  if (!isOwn) loseMembers('tool ', tool.extras ?? {}, request.dialect, losses)
  if ('cache' in tool && tool.cache) note(losses, limits.otherMarks)
  const written = tool.type === 'function' ? writeFunction(tool, isOwn) : writeCustom(tool)
  return [{ ...written, ...(isOwn && tool.extras), ...native?.value }]
}

/** Only this dialect enforces schemas by default. */
function writeFunction(tool: FunctionTool, isOwn: boolean): JsonObject {
  const { name, description, schema, strict } = tool
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters: schema ?? null,
    strict: strict ?? (isOwn ? null : false),
  }
}

const writeCustom = ({ name, description, format }: CustomTool): JsonObject => ({
  type: 'custom',
  name,
  ...(description !== undefined && { description }),
  ...(format !== undefined && { format }),
})

/** Functions that were read from a namespace go back into it. */
function regroup(tools: JsonObject[]): JsonObject[] {
  const groups = new Map<unknown, JsonObject & { tools: JsonObject[] }>()
  return tools.flatMap(written => {
    const { namespace, ...tool } = written
    const { name, description } = asObject(namespace) ?? {}
    if (name === undefined) return [tool]
    const group = groups.get(name)
    if (group) {
      group.tools.push(tool)
      return []
    }
    const begun = { type: 'namespace', name, description, tools: [tool] }
    groups.set(name, begun)
    return [begun]
  })
}

function writeToolChoice(choice: ToolChoice, tools: readonly Tool[]): unknown {
  const named = (name: string): JsonObject => {
    const tool = tools.find(one => one.type !== 'server' && one.name === name)
    const { name: own } = (tool?.type !== 'server' && tool?.native?.value) || {}
    return { type: tool?.type === 'custom' ? 'custom' : 'function', name: own ?? name }
  }
  if (choice.type === 'tool') {
    // another family's search, chosen by its name there, is not a function here
    const isFunction = tools.some(tool => tool.type !== 'server' && tool.name === choice.name)
    return isFunction || tools.every(tool => tool.type !== 'server') ? named(choice.name) : 'required'
  }
  if (choice.type !== 'allowed') return choice.type
  const mode = choice.required ? 'required' : 'auto'
  return { type: 'allowed_tools', mode, tools: choice.names.map(named) }
}

function writeServerTool(tool: ServerTool, request: CanonicalRequest, losses: Loss[]): JsonObject[] {
  if (tool.dialect === 'openai-responses') return [tool.value as JsonObject] // this dialect read it from an object
  if (tool.kind === 'web_search') return [writeWebSearch(asObject(tool.value) ?? {}, losses)]
  loseServerTool(tool, request, losses)
  return []
}

/** From the options of OpenAI's Chat, or of Anthropic's tool. */
function writeWebSearch(options: JsonObject, losses: Loss[]): JsonObject {
  const size = asText(options.search_context_size)
  const location = asObject(options.user_location)
  const place = asObject(location?.approximate) ?? location
  const domains = asArray(options.allowed_domains).flatMap(domain => asText(domain) ?? [])
  if (options.blocked_domains !== undefined) note(losses, limits.searchDomains)
  if (options.max_uses !== undefined) note(losses, limits.searchUses)
  return {
    type: 'web_search',
    ...(size !== null && { search_context_size: size }),
    ...(place && { user_location: { ...place, type: 'approximate' } }),
    ...(domains.length > 0 && { filters: { allowed_domains: domains } }),
  }
}
