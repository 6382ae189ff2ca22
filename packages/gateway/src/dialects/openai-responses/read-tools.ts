import type { CustomTool, FunctionTool, Tool, ToolChoice } from '../../canonical/ask.ts'
import { asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { type Namespace, type NamespaceMap, placeTools } from './namespaces.ts'

export const readTools = (tools: unknown): Tool[] =>
  placeTools(tools).map(({ tool, flatName, namespace }) => readTool(tool, flatName, namespace))

function readTool(wire: JsonObject, flatName: string, namespace: Namespace | null): Tool {
  if (wire.type === 'function') return readFunction(wire, flatName, namespace)
  if (wire.type === 'custom') return readCustom(wire, flatName, namespace)
  const type = asText(wire.type) ?? 'tool'
  return { type: 'server', kind: WEB_SEARCH.test(type) ? 'web_search' : type, dialect: 'openai-responses', value: wire }
}

/** `web_search`, `web_search_preview`, and both with a date. */
const WEB_SEARCH = /^web_search(_preview)?(_\d|$)/

function readFunction(wire: JsonObject, name: string, namespace: Namespace | null): FunctionTool {
  const { type: _type, name: _name, description, parameters, strict, ...others } = wire
  const schema = asObject(parameters)
  return {
    type: 'function',
    name,
    ...(typeof description === 'string' && { description }),
    ...(schema && { schema }),
    ...(typeof strict === 'boolean' && { strict }),
    ...readExtras(others, namespace),
  }
}

function readCustom(wire: JsonObject, name: string, namespace: Namespace | null): CustomTool {
  const { type: _type, name: _name, description, format, ...others } = wire
  return {
    type: 'custom',
    name,
    ...(typeof description === 'string' && { description }),
    ...(format !== undefined && { format }),
    ...readExtras(others, namespace),
  }
}

function readExtras(others: JsonObject, namespace: Namespace | null): Pick<FunctionTool, 'extras'> {
  const said = Object.entries(others).filter(([, value]) => value !== null && value !== undefined)
  const extras = { ...Object.fromEntries(said), ...(namespace && { namespace }) }
  return Object.keys(extras).length > 0 ? { extras } : {}
}

/** null: nothing said, or something only this dialect knows. */
export function readToolChoice(wire: unknown, namespaces: NamespaceMap): ToolChoice | null {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { type: wire }
  const choice = asObject(wire)
  const nameOf = (tool: JsonObject) => namespaces.flatName(asText(tool.name) ?? '', asText(tool.namespace))
  if (choice?.type === 'function' || choice?.type === 'custom') return { type: 'tool', name: nameOf(choice) }
  if (choice?.type !== 'allowed_tools') return null
  const tools = asObjects(choice.tools)
  if (!tools.every(tool => asText(tool.name) !== null)) return null
  return { type: 'allowed', names: tools.map(nameOf), required: choice.mode === 'required' }
}
