import type { FunctionTool, Tool, ToolChoice } from '../../canonical/request.ts'
import { asArray, asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { camelCased } from './camel-case.ts'
import { readSchema } from './read-schema.ts'

/** Each entry of `tools` declares any number of functions; each other member is a tool Google runs. */
export function readTools(tools: unknown, mode: string | null): Tool[] {
  return asObjects(tools).flatMap(entry => {
    const { functionDeclarations, ...serverRun } = camelCased(entry)
    return [
      ...asObjects(functionDeclarations).map(wire => readFunction(wire, mode)),
      ...Object.entries(serverRun).map(([kind, value]): Tool => readServerTool(kind, value)),
    ]
  })
}

function readFunction(wire: JsonObject, mode: string | null): FunctionTool {
  const { name, description, parameters, parametersJsonSchema, ...rest } = camelCased(wire)
  const extras = { ...rest, ...(mode === VALIDATED && { [CALL_MODE]: mode }) }
  const schema = asObject(parametersJsonSchema) ?? (asObject(parameters) && readSchema(asObject(parameters) ?? {}))
  return {
    type: 'function',
    name: asText(name) ?? '',
    ...(typeof description === 'string' && { description }),
    ...(schema && { schema }),
    ...(Object.keys(extras).length > 0 && { extras }),
  }
}

/** The mode in which calls must match their schemas is stored with each function, among its native members. */
export const CALL_MODE = 'functionCallingConfig.mode'
export const VALIDATED = 'VALIDATED'

const readServerTool = (name: string, value: unknown): Tool => ({
  type: 'server',
  kind: SEARCHES.has(name) ? 'web_search' : name,
  dialect: 'gemini',
  value: { [name]: value },
})

const SEARCHES: ReadonlySet<string> = new Set(['googleSearch', 'googleSearchRetrieval'])

/** `toolConfig.functionCallingConfig`. */
export function readToolChoice(config: JsonObject): ToolChoice | null {
  const names = asArray(config.allowedFunctionNames).flatMap(name => asText(name) ?? [])
  const [only] = names
  switch (config.mode) {
    case 'NONE':
      return { type: 'none' }
    case 'ANY':
      if (only === undefined) return { type: 'required' }
      return names.length === 1 ? { type: 'tool', name: only } : { type: 'allowed', names, required: true }
    case 'AUTO':
    case VALIDATED:
      return only === undefined ? { type: 'auto' } : { type: 'allowed', names, required: false }
    default:
      return null
  }
}
