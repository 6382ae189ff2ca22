import type { Tool, ToolChoice } from '../../canonical/request.ts'
import { asArray, asObject, asText, type JsonObject, lookUp, objectOrEmpty, typeOf } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'

/** @throws RequestRefused */
export function readTools(tools: unknown): Tool[] {
  if (tools == null) return []
  if (!Array.isArray(tools)) throw new RequestRefused('tools must be an array', 'tools')
  return tools.map((tool, at) => {
    const wire = asObject(tool)
    if (!wire || asText(wire.type) === null)
      throw new RequestRefused(`tools[${at}] must be an object with a type`, 'tools')
    return wire.type === 'function' ? readFunction(wire, at) : readServerTool(wire)
  })
}

function readFunction({ type: _type, name, description, parameters, ...rest }: JsonObject, at: number): Tool {
  if (asText(name) === null) throw new RequestRefused(`tools[${at}] must name its function`, 'tools')
  const schema = asObject(parameters)
  return {
    type: 'function',
    name: String(name),
    ...(typeof description === 'string' && { description }),
    ...(schema && { schema }),
    ...(Object.keys(rest).length > 0 && { extras: rest }),
  }
}

/** Tools that Google runs, in Gemini's form; only this dialect knows others. */
function readServerTool(wire: JsonObject): Tool {
  const type = typeOf(wire)
  const own = lookUp(GEMINI_TOOLS, type)
  if (own)
    return { type: 'server', kind: own.kind ?? own.name, dialect: 'gemini', value: { [own.name]: own.write(wire) } }
  return { type: 'server', kind: MCP[type] ?? type, dialect: 'gemini-interactions', value: wire }
}

/** A request that needs MCP servers is refused if the upstream does not connect to them. */
const MCP: Readonly<Record<string, string>> = { mcp_server: 'mcp' }

interface GeminiTool {
  name: string
  /** The canonical name. Absent: Gemini's. */
  kind?: string
  write(wire: JsonObject): JsonObject
}

const plainly = (name: string): GeminiTool => ({ name, write: () => ({}) })

const GEMINI_TOOLS: Readonly<Record<string, GeminiTool>> = {
  google_search: { ...plainly('googleSearch'), kind: 'web_search' },
  code_execution: plainly('codeExecution'),
  url_context: plainly('urlContext'),
  google_maps: {
    name: 'googleMaps',
    write: ({ enable_widget }) => (enable_widget === true ? { enableWidget: true } : {}),
  },
  file_search: {
    name: 'fileSearch',
    write: ({ file_search_store_names, metadata_filter, top_k }) => ({
      fileSearchStoreNames: file_search_store_names ?? [],
      ...(metadata_filter != null && { metadataFilter: metadata_filter }),
      ...(top_k != null && { topK: top_k }),
    }),
  },
  computer_use: {
    name: 'computerUse',
    write: ({ environment, excluded_predefined_functions }) => ({
      environment: `ENVIRONMENT_${(asText(environment) ?? 'browser').toUpperCase()}`,
      ...(excluded_predefined_functions != null && { excludedPredefinedFunctions: excluded_predefined_functions }),
    }),
  },
}

/** Reads `generation_config.tool_choice`: a word, or the tools allowed. */
export function readToolChoice(choice: unknown): ToolChoice | null {
  const { mode, tools } = allowedIn(choice)
  const names = asArray(tools).flatMap(name => asText(name) ?? [])
  const [only] = names
  switch (mode) {
    case 'none':
      return { type: 'none' }
    case 'any':
      if (only === undefined) return { type: 'required' }
      return names.length === 1 ? { type: 'tool', name: only } : { type: 'allowed', names, required: true }
    default:
      if (only !== undefined) return { type: 'allowed', names, required: false }
      return mode === undefined ? null : { type: 'auto' }
  }
}

/** Whether calls must match the schemas declared, though the model may answer with text. */
export const holdsToSchemas = (choice: unknown): boolean => allowedIn(choice).mode === 'validated'

const allowedIn = (choice: unknown): JsonObject =>
  typeof choice === 'string' ? { mode: choice } : objectOrEmpty(objectOrEmpty(choice).allowed_tools)
