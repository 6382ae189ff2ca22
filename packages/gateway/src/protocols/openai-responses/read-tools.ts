import type { CustomTool, FunctionTool, Tool, ToolChoice } from '../../canonical/request.ts'
import { asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { type Namespace, type NamespaceMap, type PlacedTool, placeTools } from './namespaces.ts'

/**
 * Returns the tools of a request. Those that items of the conversation bring in are among them for models that know no such
 * items, marked as `broughtInLater`; the items themselves stay where they are.
 */
export function readTools(tools: unknown, input: unknown): Tool[] {
  const first = placeTools(tools)
  const known = new Set(first.map(({ flatName }) => flatName))
  const bringing = asObjects(input).filter(item => BRINGS_TOOLS.has(item.type))
  const later = placeTools(bringing.flatMap(item => asObjects(item.tools))).filter(({ tool, flatName }) => {
    const isNew = (tool.type === 'function' || tool.type === 'custom') && !known.has(flatName)
    known.add(flatName)
    return isNew
  })
  const read = ({ tool, flatName, namespace }: PlacedTool) => readTool(tool, flatName, namespace)
  return [...first.map(read), ...later.map(read).map(markLater)]
}

const BRINGS_TOOLS: ReadonlySet<unknown> = new Set(['additional_tools', 'tool_search_output'])

const markLater = (tool: Tool): Tool =>
  tool.type === 'server' ? tool : { ...tool, extras: { ...tool.extras, broughtInLater: true } }

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
  const given = Object.entries(others).filter(([, value]) => value !== null && value !== undefined)
  const extras = { ...Object.fromEntries(given), ...(namespace && { namespace }) }
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
