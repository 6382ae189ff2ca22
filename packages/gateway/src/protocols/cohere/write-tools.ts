import { customAsFunction } from '../../canonical/custom-tools.ts'
import type { CanonicalRequest, Tool, ToolChoice } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseMembers, loseServerTool } from '../common/losses.ts'
import { limits } from './limits.ts'

/** `tools`, `tool_choice` and `strict_tools`. */
export function writeTools(request: CanonicalRequest, losses: Loss[]): JsonObject {
  const { toolChoice: choice } = request.parameters
  const shown = choice ? chosen(request.tools, choice, losses) : request.tools
  const tools = shown.flatMap(tool => writeTool(request, tool, losses))
  if (tools.length === 0) return {}
  const strict = shown.filter(tool => tool.type === 'function' && tool.strict === true)
  const isStrict = strict.length === tools.length
  if (strict.length > 0 && !isStrict) note(losses, limits.strictness)
  const choiceName = choice && choiceNameOf(choice)
  return { tools, ...(choiceName && { tool_choice: choiceName }), ...(isStrict && { strict_tools: true }) }
}

/** Cohere cannot be limited to some tools, so only the chosen ones are sent. */
function chosen(tools: readonly Tool[], choice: ToolChoice, losses: Loss[]): readonly Tool[] {
  if (choice.type !== 'tool' && choice.type !== 'allowed') return tools
  const names = choice.type === 'tool' ? [choice.name] : choice.names
  const shown = tools.filter(tool => tool.type === 'server' || names.includes(tool.name))
  if (shown.length < tools.length || choice.type === 'allowed') note(losses, limits.chosenTools)
  else note(losses, limits.onlyTool)
  return shown
}

function choiceNameOf(choice: ToolChoice): string | null {
  if (choice.type === 'none') return 'NONE'
  const isForced =
    choice.type === 'required' || choice.type === 'tool' || (choice.type === 'allowed' && choice.required)
  return isForced ? 'REQUIRED' : null
}

function writeTool(request: CanonicalRequest, tool: Tool, losses: Loss[]): JsonObject[] {
  if (tool.type === 'server') {
    loseServerTool(tool, request, losses)
    return []
  }
  if (tool.type === 'custom' && tool.format !== undefined) note(losses, limits.grammar)
  loseMembers('tool ', tool.extras ?? {}, request.dialect, losses)
  const { name, description, schema, cache } = tool.type === 'custom' ? customAsFunction(tool) : tool
  if (cache) note(losses, limits.marks)
  const parameters = { type: 'object', ...(schema ?? { properties: {} }) }
  return [{ type: 'function', function: { name, ...(description !== undefined && { description }), parameters } }]
}
