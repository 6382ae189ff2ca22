import type { Ask, AskParameters, OutputFormat, ServerTool, Tool, ToolChoice } from '../../canonical/ask.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAskContext } from '../dialect.ts'
import { note } from '../limits.ts'
import { type Loss, loseMembers, loseServerTool } from '../losses.ts'
import { writeEffort } from '../openai-effort.ts'
import { asksFor, writeExtras, writePlain } from '../parameters.ts'
import { limits } from './limits.ts'
import { parameters } from './parameters.ts'
import { writeToolFormat } from './tool-format.ts'
import { writeMessages } from './write-messages.ts'

/** @throws AskRefused */
export function writeAsk(ask: Ask, context: WriteAskContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const asked = takenBy(context, ask.parameters, losses)
  const body: JsonObject = {
    model: context.model,
    messages: writeMessages(ask.turns, context, losses),
    ...writePlain(asked, parameters, losses),
    ...writeMapped(asked, context, losses),
    ...writeTools(ask, context, losses),
    ...writeExtras(ask, 'openai-chat', losses),
  }
  if (!ask.stream) return { body, losses }
  // a stream tells its usage only when asked to
  const options = context.habits?.usageUnasked ? {} : { stream_options: { include_usage: true } }
  return { body: { ...body, stream: true, ...options }, losses }
}

/** What of the parameters the host has words for. */
function takenBy({ habits }: WriteAskContext, asked: AskParameters, losses: Loss[]): AskParameters {
  const taken = { ...asked }
  for (const name of habits?.lacks ?? []) {
    if (asksFor(taken, name)) note(losses, { what: name, why: limits.hostLacks.why })
    delete taken[name]
  }
  return taken
}

function writeMapped(asked: AskParameters, context: WriteAskContext, losses: Loss[]): JsonObject {
  const { maxTokens, stop, format } = asked
  const limit = context.habits?.maxCompletionTokens ? 'max_completion_tokens' : 'max_tokens'
  const effort = writeReasoning(asked, context.model, losses)
  if (stop && stop.length > MOST_STOPS) note(losses, limits.stops)
  return {
    ...(maxTokens !== undefined && { [limit]: maxTokens }),
    ...(stop && { stop: stop.slice(0, MOST_STOPS) }),
    ...(format && { response_format: writeFormat(format) }),
    ...(effort !== null && { reasoning_effort: effort }),
  }
}

const MOST_STOPS = 4

function writeReasoning(asked: AskParameters, model: string, losses: Loss[]): string | null {
  if (asked.reasoning?.show !== undefined) note(losses, limits.shownReasoning)
  const effort = writeEffort(asked.reasoning, model, limits, losses)
  if (effort !== 'max') return effort
  note(losses, limits.mostEffort)
  return 'xhigh'
}

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

function writeTools(ask: Ask, context: WriteAskContext, losses: Loss[]): JsonObject {
  const webSearch = ask.tools.find(isOwnWebSearch)
  const tools = ask.tools.filter(tool => !isOwnWebSearch(tool)).flatMap(tool => writeTool(ask, tool, context, losses))
  const choice = ask.parameters.toolChoice
  return {
    ...(tools.length > 0 && { tools }),
    ...(webSearch && { web_search_options: webSearch.value }),
    ...(choice && tools.length > 0 && { tool_choice: writeToolChoice(choice) }),
  }
}

const isOwnWebSearch = (tool: Tool): tool is ServerTool =>
  tool.type === 'server' && tool.kind === 'web_search' && tool.dialect === 'openai-chat'

function writeTool(ask: Ask, tool: Tool, context: WriteAskContext, losses: Loss[]): JsonObject[] {
  if (tool.type === 'server') {
    if (tool.dialect === 'openai-chat') return [tool.value as JsonObject] // read from an object by this dialect
    loseServerTool(tool, losses)
    return []
  }
  const { name, description } = tool
  const described = { name, ...(description !== undefined && { description }) }
  loseMembers('tool ', tool.extras ?? {}, ask.dialect, losses)
  if (tool.type === 'custom') {
    return [
      {
        type: 'custom',
        custom: { ...described, ...(tool.format !== undefined && { format: writeToolFormat(tool.format) }) },
      },
    ]
  }
  if (tool.cache && !context.habits?.cacheControl) note(losses, limits.marks)
  return [
    {
      type: 'function',
      function: {
        ...described,
        ...(tool.schema && { parameters: tool.schema }),
        ...(tool.strict !== undefined && { strict: tool.strict }),
      },
      ...(tool.cache && context.habits?.cacheControl && { cache_control: { type: 'ephemeral', ...tool.cache } }),
    },
  ]
}

function writeToolChoice(choice: ToolChoice): unknown {
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.name } }
  if (choice.type !== 'allowed') return choice.type
  const tools = choice.names.map(name => ({ type: 'function', function: { name } }))
  return { type: 'allowed_tools', allowed_tools: { mode: choice.required ? 'required' : 'auto', tools } }
}
