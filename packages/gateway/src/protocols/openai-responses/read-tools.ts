import type { CustomTool, FunctionTool, OfferedTool, Tool, ToolChoice } from '../../canonical/request.ts'
import { asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { isClientSearch, type PlacedTool, type ToolNames } from './tool-names.ts'

/**
 * Returns the tools of a request, with those that conversation items add. If the client searches for tools itself,
 * those it has not found yet are separate, because there may be far too many.
 */
export function readTools({ placed, searchName }: ToolNames): { tools: Tool[]; deferredTools: OfferedTool[] } {
  const isDeferred = ({ tool, isLoaded }: PlacedTool) => searchName !== null && tool.defer_loading === true && !isLoaded
  return {
    tools: placed.filter(one => !isDeferred(one)).map(readTool),
    deferredTools: placed
      .filter(isDeferred)
      .map(readTool)
      .filter(tool => tool.type !== 'server'),
  }
}

function readTool(placed: PlacedTool): Tool {
  const { tool } = placed
  if (isClientSearch(tool)) return readSearch(placed)
  if (tool.type === 'function') return readFunction(placed)
  if (tool.type === 'custom') return readCustom(placed)
  const type = asText(tool.type) ?? 'tool'
  return { type: 'server', kind: WEB_SEARCH.test(type) ? 'web_search' : type, dialect: 'openai-responses', value: tool }
}

/** For other dialects, a tool search that the client runs is one of its functions. */
function readSearch({ tool, flatName }: PlacedTool): FunctionTool {
  const description = asText(tool.description)
  return {
    type: 'function',
    name: flatName,
    description: description ?? 'Finds tools by what they are for. What it finds can be called afterwards.',
    schema: asObject(tool.parameters) ?? SEARCH_SCHEMA,
    native: { dialect: 'openai-responses', value: tool },
  }
}

const SEARCH_SCHEMA = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What the tool is needed for.' },
    limit: { type: 'integer', description: 'The most tools to find.' },
  },
  required: ['query'],
}

/** `web_search`, `web_search_preview`, and both with a date. */
const WEB_SEARCH = /^web_search(_preview)?(_\d|$)/

function readFunction(placed: PlacedTool): FunctionTool {
  const { type: _type, name: _name, defer_loading: _later, description, parameters, strict, ...others } = placed.tool
  const schema = asObject(parameters)
  return {
    type: 'function',
    name: placed.flatName,
    ...(typeof description === 'string' && { description }),
    ...(schema && { schema }),
    ...(typeof strict === 'boolean' && { strict }),
    ...readOthers(others, placed),
  }
}

function readCustom(placed: PlacedTool): CustomTool {
  const { type: _type, name: _name, defer_loading: _later, description, format, ...others } = placed.tool
  return {
    type: 'custom',
    name: placed.flatName,
    ...(typeof description === 'string' && { description }),
    ...(format !== undefined && { format }),
    ...readOthers(others, placed),
  }
}

/**
 * Returns the members of a tool that only this dialect knows, and its form for those that others express differently.
 */
function readOthers(others: JsonObject, placed: PlacedTool): Pick<FunctionTool, 'extras' | 'native'> {
  const { tool, name, flatName, namespace, isInConversation } = placed
  const given = Object.entries(others).filter(([, value]) => value !== null && value !== undefined)
  // its description is for the model too, and others have no field for it
  const said = namespace?.description ? { namespace } : {}
  const extras = { ...Object.fromEntries(given), ...said }
  const value = {
    ...(name !== flatName && { name }),
    ...(namespace && { namespace }),
    ...(typeof tool.defer_loading === 'boolean' && { defer_loading: tool.defer_loading }),
  }
  const isOther = isInConversation || Object.keys(value).length > 0
  return {
    ...(Object.keys(extras).length > 0 && { extras }),
    ...(isOther && {
      native: { dialect: 'openai-responses', value, ...(isInConversation && { isInConversation }) },
    }),
  }
}

/** null: nothing was given, or something only this dialect knows. */
export function readToolChoice(wire: unknown, names: ToolNames): ToolChoice | null {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { type: wire }
  const choice = asObject(wire)
  const nameOf = (tool: JsonObject) => names.flatName(asText(tool.name) ?? '', asText(tool.namespace))
  if (choice?.type === 'function' || choice?.type === 'custom') return { type: 'tool', name: nameOf(choice) }
  if (choice?.type !== 'allowed_tools') return null
  const tools = asObjects(choice.tools)
  if (!tools.every(tool => asText(tool.name) !== null)) return null
  return { type: 'allowed', names: tools.map(nameOf), required: choice.mode === 'required' }
}
