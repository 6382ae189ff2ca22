import { customAsFunction } from '../../canonical/custom-tools.ts'
import type { CanonicalRequest, FunctionTool, ServerTool, Tool, ToolChoice } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseMembers, loseServerTool } from '../common/losses.ts'
import { cachePoint } from './cache-points.ts'
import { limits } from './limits.ts'
import { cachesTools, forcesCalls, grounds, holdsToSchemas } from './models.ts'

/** `toolConfig`. A conversation with calls must have one, even if it no longer offers tools. */
export function writeTools(request: CanonicalRequest, model: string, losses: Loss[]): JsonObject {
  const { toolChoice: choice } = request.parameters
  const called = calledTools(request)
  const isForbidden = choice?.type === 'none'
  if (isForbidden && request.tools.length > 0)
    note(losses, called.length > 0 ? limits.forbiddenCalls : limits.hiddenTools)
  const shown = isForbidden && called.length === 0 ? [] : allowedTools(request, losses)
  const tools = shown.flatMap(tool => writeTool(request, tool, model, losses))
  if (tools.length > 0) return { toolConfig: { tools, ...writeChoice(choice, model, losses) } }
  return called.length > 0 ? { toolConfig: { tools: called.map(name => writeSpec({ type: 'function', name })) } } : {}
}

function calledTools({ turns }: CanonicalRequest): string[] {
  const names = turns.flatMap(turn => turn.parts.flatMap(part => (part.type === 'tool-call' ? part.name : [])))
  return [...new Set(names)]
}

function allowedTools({ tools, parameters: { toolChoice } }: CanonicalRequest, losses: Loss[]): Tool[] {
  if (toolChoice?.type !== 'allowed') return tools
  note(losses, limits.allowedTools)
  return tools.filter(tool => tool.type === 'server' || toolChoice.names.includes(tool.name))
}

function writeTool(request: CanonicalRequest, tool: Tool, model: string, losses: Loss[]): JsonObject[] {
  if (tool.type === 'server') return writeServerTool(tool, request, model, losses)
  if (tool.type === 'custom' && tool.format !== undefined) note(losses, limits.grammar)
  loseMembers('tool ', tool.extras ?? {}, request.dialect, losses)
  const wire = tool.type === 'custom' ? customAsFunction(tool) : tool
  if (wire.strict && !holdsToSchemas(model)) note(losses, limits.strictness)
  return [
    writeSpec({ ...wire, strict: wire.strict === true && holdsToSchemas(model) }),
    ...writeMark(wire, model, losses),
  ]
}

const writeSpec = ({ name, description, schema, strict }: FunctionTool): JsonObject => ({
  toolSpec: {
    name,
    ...(description && { description }),
    inputSchema: { json: { type: 'object', ...(schema ?? { properties: {} }) } },
    ...(strict && { strict }),
  },
})

function writeMark({ cache }: FunctionTool, model: string, losses: Loss[]): JsonObject[] {
  if (!cache || cachesTools(model)) return cachePoint(cache, model, losses)
  note(losses, limits.toolMarks)
  return []
}

function writeServerTool(tool: ServerTool, request: CanonicalRequest, model: string, losses: Loss[]): JsonObject[] {
  if (tool.kind === 'web_search' && grounds(model)) return [{ systemTool: { name: 'nova_grounding' } }]
  loseServerTool(tool, request, losses)
  return []
}

function writeChoice(choice: ToolChoice | undefined, model: string, losses: Loss[]): JsonObject {
  if (!choice || choice.type === 'none') return {}
  const isForced =
    choice.type === 'tool' || choice.type === 'required' || (choice.type === 'allowed' && choice.required)
  if (!isForced) return { toolChoice: { auto: {} } }
  if (!forcesCalls(model)) {
    note(losses, limits.forcedCalls)
    return {}
  }
  return { toolChoice: choice.type === 'tool' ? { tool: { name: choice.name } } : { any: {} } }
}
