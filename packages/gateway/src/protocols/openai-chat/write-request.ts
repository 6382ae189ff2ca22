import type { CanonicalRequest, OutputFormat, RequestParameters, Tool, ToolChoice } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseMembers, loseServerTool } from '../common/losses.ts'
import { takenByHost, writeExtras, writePlain } from '../common/parameters.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import type { ChatRequestContext } from './quirks.ts'
import { writeToolFormat } from './tool-format.ts'
import { writeMessages } from './write-messages.ts'
import { searchOf, writeSearch } from './write-search.ts'
import { writeThinking } from './write-thinking.ts'

/** @throws RequestRefused */
export function writeRequest(
  given: CanonicalRequest,
  context: ChatRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const request = takenByHost(given, 'openai-chat', context.quirks, losses)
  const body: JsonObject = {
    model: context.model,
    messages: writeMessages(request.turns, context, losses),
    ...writePlain(request.parameters, parameters, losses),
    ...writeMapped(request.parameters, context, losses),
    ...writeThinking(request, context, losses),
    ...writeTools(request, context, losses),
    ...writeExtras(request, 'openai-chat', losses),
  }
  if (!request.stream) return { body, losses }
  // a stream reports usage only on request
  const options = context.quirks?.usageUnasked ? {} : { stream_options: { include_usage: true } }
  return { body: { ...body, stream: true, ...options }, losses }
}

function writeMapped(asked: RequestParameters, context: ChatRequestContext, losses: Loss[]): JsonObject {
  const { maxTokens, stop, format } = asked
  const limit = context.quirks?.maxCompletionTokens ? 'max_completion_tokens' : 'max_tokens'
  if (stop && stop.length > MOST_STOPS) note(losses, limits.stops)
  return {
    ...(maxTokens !== undefined && { [limit]: maxTokens }),
    ...(stop && { stop: stop.slice(0, MOST_STOPS) }),
    ...(format && { response_format: writeFormat(format) }),
  }
}

const MOST_STOPS = 4

function writeFormat(format: OutputFormat): JsonObject {
  if (format.type === 'text') return { type: 'text' }
  if (format.type === 'json') return { type: 'json_object' }
  const { name = 'answer', description, schema, strict } = format
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(description !== undefined && { description }),
      schema,
      ...(strict !== undefined && { strict }),
    },
  }
}

function writeTools(request: CanonicalRequest, context: ChatRequestContext, losses: Loss[]): JsonObject {
  const search = searchOf(request, context.model)
  const tools = request.tools.filter(tool => tool !== search).flatMap(tool => writeTool(request, tool, context, losses))
  const choice = request.parameters.toolChoice
  return {
    ...(tools.length > 0 && { tools }),
    ...(search && { web_search_options: writeSearch(search, losses) }),
    ...(choice && tools.length > 0 && { tool_choice: writeToolChoice(choice) }),
  }
}

function writeTool(request: CanonicalRequest, tool: Tool, context: ChatRequestContext, losses: Loss[]): JsonObject[] {
  if (tool.type === 'server') {
    if (tool.dialect === 'openai-chat') return [tool.value as JsonObject] // this dialect read it from an object
    loseServerTool(tool, request, losses)
    return []
  }
  const { name, description } = tool
  const described = { name, ...(description !== undefined && { description }) }
  loseMembers('tool ', tool.extras ?? {}, request.dialect, losses)
  if (tool.type === 'custom') {
    return [
      {
        type: 'custom',
        custom: { ...described, ...(tool.format !== undefined && { format: writeToolFormat(tool.format) }) },
      },
    ]
  }
  if (tool.cache && !context.quirks?.cacheControl) note(losses, limits.marks)
  return [
    {
      type: 'function',
      function: {
        ...described,
        ...(tool.schema && { parameters: tool.schema }),
        ...(tool.strict !== undefined && { strict: tool.strict }),
      },
      ...(tool.cache && context.quirks?.cacheControl && { cache_control: { type: 'ephemeral', ...tool.cache } }),
    },
  ]
}

function writeToolChoice(choice: ToolChoice): unknown {
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.name } }
  if (choice.type !== 'allowed') return choice.type
  const tools = choice.names.map(name => ({ type: 'function', function: { name } }))
  return { type: 'allowed_tools', allowed_tools: { mode: choice.required ? 'required' : 'auto', tools } }
}
