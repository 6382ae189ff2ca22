import type { Ask, Tool, ToolChoice } from '../../canonical/ask.ts'
import { customAsFunction } from '../../canonical/custom-tools.ts'
import type { JsonObject } from '../../raw/json.ts'
import { type Loss, lose } from '../losses.ts'

/** `tools`, `tool_choice` and `strict_tools`. */
export function writeTools(ask: Ask, losses: Loss[]): JsonObject {
  const { toolChoice: choice } = ask.parameters
  const shown = choice ? chosen(ask.tools, choice, losses) : ask.tools
  const tools = shown.flatMap(tool => writeTool(tool, losses))
  if (tools.length === 0) return {}
  const strict = shown.filter(tool => tool.type === 'function' && tool.strict === true)
  const isStrict = strict.length === tools.length
  if (strict.length > 0 && !isStrict) lose(losses, 'tool strictness', 'Cohere is strict with all tools or with none')
  const word = choice && wordOf(choice)
  return { tools, ...(word && { tool_choice: word }), ...(isStrict && { strict_tools: true }) }
}

/** A choice among tools is no word of Cohere's: only those are shown. */
function chosen(tools: readonly Tool[], choice: ToolChoice, losses: Loss[]): readonly Tool[] {
  if (choice.type !== 'tool' && choice.type !== 'allowed') return tools
  const names = choice.type === 'tool' ? [choice.name] : choice.names
  const shown = tools.filter(tool => tool.type === 'server' || names.includes(tool.name))
  if (shown.length < tools.length || choice.type === 'allowed')
    lose(losses, 'tool choice', 'Cohere cannot choose among tools; only the chosen ones are shown')
  else lose(losses, 'tool choice', 'there is no other tool to call')
  return shown
}

function wordOf(choice: ToolChoice): string | null {
  if (choice.type === 'none') return 'NONE'
  const isForced =
    choice.type === 'required' || choice.type === 'tool' || (choice.type === 'allowed' && choice.required)
  return isForced ? 'REQUIRED' : null
}

function writeTool(tool: Tool, losses: Loss[]): JsonObject[] {
  if (tool.type === 'server') {
    lose(losses, `tool ${tool.kind}`, 'Cohere runs no tools itself')
    return []
  }
  if (tool.type === 'custom' && tool.format !== undefined)
    lose(losses, 'tool format', 'Cohere knows no grammars for tools')
  for (const extra of Object.keys(tool.extras ?? {})) lose(losses, `tool "${extra}"`, 'Cohere has no word for it')
  const { name, description, schema, cache } = tool.type === 'custom' ? customAsFunction(tool) : tool
  if (cache) lose(losses, 'cache mark', 'Cohere caches by itself')
  const parameters = { type: 'object', ...(schema ?? { properties: {} }) }
  return [{ type: 'function', function: { name, ...(description !== undefined && { description }), parameters } }]
}
