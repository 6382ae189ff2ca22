import { customAsFunction } from '../../canonical/custom-tools.ts'
import type { CanonicalRequest, FunctionTool, ServerTool, Tool, ToolChoice } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseMembers, loseServerTool } from '../common/losses.ts'
import { limits } from './limits.ts'
import { mixesTools, validatesCalls } from './models.ts'
import { CALL_MODE, VALIDATED } from './read-tools.ts'

/** `tools`, and the members of `toolConfig`. */
export function writeTools(
  request: CanonicalRequest,
  model: string,
  losses: Loss[],
): { tools: JsonObject[]; toolConfig: JsonObject } {
  const { toolChoice: choice } = request.parameters
  const validates = validatesCalls(model)
  // older models cannot choose among some tools, so only the allowed ones are sent
  const hides = choice?.type === 'allowed' && !choice.required && !validates
  const shown = hides
    ? request.tools.filter(tool => tool.type === 'server' || choice.names.includes(tool.name))
    : request.tools
  if (hides) note(losses, limits.allowedTools)
  const functions = shown.filter(tool => tool.type !== 'server').map(tool => asFunction(tool, losses))
  const serverRun = shown.filter(tool => tool.type === 'server')
  const isMixed = functions.length > 0 && serverRun.length > 0 && request.dialect !== 'gemini'
  const run = isMixed && !mixesTools(model) ? withoutThem(serverRun, losses) : serverRun
  const written = run.flatMap(tool => writeServerTool(tool, request, losses))
  const declarations = functions.map(tool => writeFunction(tool, request.dialect, losses))
  const declared = declarations.length > 0 ? [{ functionDeclarations: declarations }] : []
  const calling = functions.length > 0 ? writeCalling(hides ? undefined : choice, functions, validates, losses) : {}
  if (functions.length === 0 && written.length > 0 && choice && choice.type !== 'auto')
    note(losses, limits.choiceOfServerTools)
  return {
    tools: shown[0]?.type === 'server' ? [...written, ...declared] : [...declared, ...written],
    toolConfig: {
      ...(Object.keys(calling).length > 0 && { functionCallingConfig: calling }),
      // otherwise the calls of its own tools would stay hidden, which it refuses next to functions
      ...(isMixed && written.length > 0 && { includeServerSideToolInvocations: true }),
    },
  }
}

function asFunction(tool: Exclude<Tool, ServerTool>, losses: Loss[]): FunctionTool {
  if (tool.type === 'function') return tool
  if (tool.format !== undefined) note(losses, limits.grammar)
  return customAsFunction(tool)
}

/** JSON Schema unchanged: here Gemini ignores unknown keywords instead of refusing them. */
function writeFunction(tool: FunctionTool, dialect: string, losses: Loss[]): JsonObject {
  const { [CALL_MODE]: _mode, ...extras } = tool.extras ?? {}
  const isOwn = dialect === 'gemini'
  if (!isOwn) loseMembers('tool ', extras, dialect, losses)
  if (tool.cache) note(losses, limits.marks)
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    ...(tool.schema && { parametersJsonSchema: tool.schema }),
    ...(isOwn && extras),
  }
}

function withoutThem(tools: readonly ServerTool[], losses: Loss[]): ServerTool[] {
  for (const { kind } of tools) note(losses, { what: `tool ${kind}`, why: limits.mixedTools.why })
  return []
}

function writeServerTool(tool: ServerTool, request: CanonicalRequest, losses: Loss[]): JsonObject[] {
  if (tool.dialect === 'gemini') return [tool.value as JsonObject] // this dialect made it from a member
  if (tool.kind === 'web_search') return [{ googleSearch: {} }]
  loseServerTool(tool, request, losses)
  return []
}

/** Required calls must match their schemas anyway; others only in a separate mode. */
function writeCalling(
  choice: ToolChoice | undefined,
  functions: readonly FunctionTool[],
  validates: boolean,
  losses: Loss[],
): JsonObject {
  const wantsValid = functions.some(tool => tool.strict === true || tool.extras?.[CALL_MODE] === VALIDATED)
  switch (choice?.type) {
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] }
    case 'allowed':
      return { mode: choice.required ? 'ANY' : VALIDATED, allowedFunctionNames: choice.names }
    default:
      if (wantsValid && validates) return { mode: VALIDATED }
      if (wantsValid) note(losses, limits.strictness)
      return choice ? { mode: 'AUTO' } : {}
  }
}
